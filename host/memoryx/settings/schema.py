"""Every setting with its type, its bounds, its default and one line that explains it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints

from memoryx.lifecycle import Lives
from memoryx.models import SITES

Text = Annotated[str, StringConstraints(max_length=2_000, strip_whitespace=True)]
Share = Annotated[float, Field(ge=0, le=1)]
Days = Annotated[float, Field(ge=0, le=36_500)]


class Group(BaseModel):
    """A group of settings; unknown names are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class LlmSettings(Group):
    """The chat model that extracts memories."""

    base_url: Text = Field(default="", description="Address of an OpenAI-compatible endpoint.")
    model: Text = Field(default="", description="Name of the chat model at that endpoint.")
    enabled: bool = Field(default=True, description="Use the chat model when one is set up.")


class EmbeddingSettings(Group):
    """The model that compares meanings."""

    provider: Literal["local", "onnx", "openai", "off"] = Field(
        default="local",
        description="Where texts are embedded: built-in model, a model's folder, or endpoint.",
    )
    base_url: Text = Field(
        default="", description="Address of an OpenAI-compatible embedding endpoint."
    )
    model: Text = Field(default="", description="Name of the embedding model at that endpoint.")
    path: Text = Field(
        default="",
        description="Folder of a sentence model in ONNX form; empty for the downloaded one.",
    )
    drafts: bool = Field(
        default=False,
        description="Embed drafts while you type at an endpoint too: unsent text then goes there.",
    )


class ExtractionSettings(Group):
    """How memories are taken from conversations."""

    auto: bool = Field(
        default=True, description="Take memories by itself when a chat has gone quiet."
    )
    delay_s: float = Field(
        default=30, ge=0, le=86_400, description="Seconds of quiet before memories are taken."
    )
    min_confidence_auto: Share = Field(
        default=0.7, description="Least confidence of a memory that is taken by itself."
    )
    min_confidence_manual: Share = Field(
        default=0.5, description="Least confidence of a memory that is taken when you ask for it."
    )


class LifecycleSettings(Group):
    """How long memories live after they were last said, used or kept by you.

    A change goes for the memories that there are, too.
    """

    session_days: Days = Field(
        default=3, description="Days that a memory for one chat lives; 0 is for ever."
    )
    preference_days: Days = Field(
        default=180, description="Days that an unused preference lives; 0 is for ever."
    )
    skill_days: Days = Field(
        default=0, description="Days that an unused skill lives; 0 is for ever."
    )
    objective_days: Days = Field(
        default=0, description="Days that an unused objective lives; 0 is for ever."
    )
    context_days: Days = Field(
        default=0, description="Days that an unused fact about you lives; 0 is for ever."
    )

    def lives(self) -> Lives:
        """Return them as what a memory's end is worked out from."""
        return Lives(
            session=self.session_days,
            preference=self.preference_days,
            skill=self.skill_days,
            objective=self.objective_days,
            context=self.context_days,
        )


class WeightSettings(Group):
    """How much each signal counts when memories are ranked."""

    semantic: Share = Field(default=0.5, description="Weight of likeness in meaning.")
    keyword: Share = Field(default=0.3, description="Weight of words in common.")
    recency: Share = Field(default=0.1, description="Weight of how new a memory is.")
    level: Share = Field(default=0.1, description="Weight of its level: session, project, user.")


class RecallSettings(Group):
    """What goes into a message."""

    limit: int = Field(default=5, ge=1, le=20, description="Most memories in one message.")
    budget_tokens: int = Field(
        default=300, ge=20, le=100_000, description="Longest block in a message, in tokens."
    )
    deadline_ms: int = Field(
        default=400,
        ge=20,
        le=10_000,
        description="Longest wait before a message leaves unchanged, in ms.",
    )
    position: Literal["end", "start"] = Field(
        default="end", description="Where the block stands in the message."
    )
    weights: WeightSettings = Field(default_factory=lambda: WeightSettings())
    half_life_days: float = Field(
        default=7, gt=0, le=36_500, description="Days after which a memory's newness counts half."
    )


class SpendingSettings(Group):
    """Limits on what the model endpoints may cost."""

    daily_token_cap: int = Field(
        default=0, ge=0, description="Most tokens a day for the model endpoints; 0 sets no limit."
    )


class SiteSettings(Group):
    """What happens on one site."""

    capture: bool = Field(default=True, description="Save the conversations of this site.")
    inject: bool = Field(default=True, description="Add memories to messages on this site.")


class SitesSettings(Group):
    """What happens on each site."""

    chatgpt: SiteSettings = Field(default_factory=lambda: SiteSettings())
    claude: SiteSettings = Field(default_factory=lambda: SiteSettings())
    gemini: SiteSettings = Field(default_factory=lambda: SiteSettings())


class Settings(Group):
    """All settings."""

    llm: LlmSettings = Field(default_factory=lambda: LlmSettings())
    embedding: EmbeddingSettings = Field(default_factory=lambda: EmbeddingSettings())
    extraction: ExtractionSettings = Field(default_factory=lambda: ExtractionSettings())
    lifecycle: LifecycleSettings = Field(default_factory=lambda: LifecycleSettings())
    recall: RecallSettings = Field(default_factory=lambda: RecallSettings())
    spending: SpendingSettings = Field(default_factory=lambda: SpendingSettings())
    sites: SitesSettings = Field(default_factory=lambda: SitesSettings())

    def flat(self) -> dict[str, JsonValue]:
        """Return all values by dotted keys."""
        return dict(_flatten("", self.model_dump(mode="json")))


if tuple(SitesSettings.model_fields) != SITES:
    raise RuntimeError("the settings do not name the same sites as the contract")


def json_schema() -> dict[str, Any]:
    """Return a JSON Schema of the dotted keys, each with description, bounds and default."""
    properties = dict(_properties("", Settings))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
    }


def keys() -> list[str]:
    """Return every dotted key."""
    return list(Settings().flat())


def nest(values: dict[str, JsonValue]) -> dict[str, Any]:
    """Turn dotted keys into nested objects."""
    nested: dict[str, Any] = {}
    for key, value in values.items():
        *groups, name = key.split(".")
        place = nested
        for group in groups:
            place = place.setdefault(group, {})
        place[name] = value
    return nested


def _flatten(prefix: str, values: dict[str, Any]) -> Iterator[tuple[str, JsonValue]]:
    for name, value in values.items():
        if isinstance(value, dict):
            yield from _flatten(f"{prefix}{name}.", value)
        else:
            yield f"{prefix}{name}", value


def _properties(prefix: str, group: type[Group]) -> Iterator[tuple[str, dict[str, Any]]]:
    schema = group.model_json_schema()
    for name, field in group.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, Group):
            yield from _properties(f"{prefix}{name}.", field.annotation)
        else:
            yield f"{prefix}{name}", schema["properties"][name]
