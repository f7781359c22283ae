"""``embedding.*``"""

from __future__ import annotations

from memoryx.contract import embedding as e
from memoryx.handlers.call import Call
from memoryx.services import Services


def download(services: Services, params: e.DownloadEmbedding, call: Call) -> e.DownloadedEmbedding:
    """Fetch the pinned model, and use it from now on."""
    from memoryx.embedding.download import MODEL  # urllib: a rare request

    fetched = services.embedding.download(params.base_url, call.progress)
    if params.use:
        values = {"embedding.provider": "onnx", "embedding.path": ""}
        services.settings.set(values)
        services.settings_changed(values)
    return e.DownloadedEmbedding(
        path=str(services.embedding.folder),
        bytes=MODEL.size,
        fetched=fetched,
        provider=services.settings.current().embedding.provider,
    )
