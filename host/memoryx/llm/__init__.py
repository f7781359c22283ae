"""Everything between the product and an OpenAI-compatible chat endpoint."""
