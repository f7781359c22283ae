"""Settings: what a person can set, from ``config.toml`` and the environment."""

from memoryx.settings.file import SettingsFile
from memoryx.settings.schema import Settings, SiteSettings, json_schema

__all__ = ["Settings", "SettingsFile", "SiteSettings", "json_schema"]
