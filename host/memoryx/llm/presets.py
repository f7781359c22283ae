"""Endpoints that people use: the only place with providers' names.

Addresses and models are suggestions for the settings page; nothing depends on a provider.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Preset:
    """An endpoint with a model that is good enough for extraction and cheap."""

    name: str
    base_url: str
    model: str
    needs_key: bool = True
    local: bool = False


PRESETS: tuple[Preset, ...] = (
    Preset("OpenAI", "https://api.openai.com/v1", "gpt-4o-mini"),
    Preset("DeepSeek", "https://api.deepseek.com/v1", "deepseek-chat"),
    Preset("Moonshot", "https://api.moonshot.cn/v1", "kimi-k2-0905-preview"),
    Preset("Qwen", "https://dashscope.aliyuncs.com/compatible-mode/v1", "qwen-plus"),
    Preset("SiliconFlow", "https://api.siliconflow.cn/v1", "Qwen/Qwen2.5-32B-Instruct"),
    Preset("OpenRouter", "https://openrouter.ai/api/v1", "openai/gpt-4o-mini"),
    Preset("Ollama", "http://127.0.0.1:11434/v1", "qwen2.5:7b", needs_key=False, local=True),
    Preset("LM Studio", "http://127.0.0.1:1234/v1", "qwen2.5-7b-instruct", False, True),
)
