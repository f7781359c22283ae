"""From conversations to memories: candidates by rules or by a model, validated and stored."""
