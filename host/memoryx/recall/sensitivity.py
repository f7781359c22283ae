"""Sensitive memories come only when the message is about just that.

The kinds are those of the contract: identity, bank and card numbers, credentials, phone
numbers, street addresses, diagnoses and medication. A memory's kind is read from its text, and
the message
must name the same kind.
"""

import re
from typing import Final

_KINDS: Final[dict[str, tuple[re.Pattern[str], re.Pattern[str]]]] = {
    # kind: (what a memory of it holds, what a message about it says)
    "identity": (
        re.compile(
            r"身份证|护照|社保|驾照|passport|social security|\bssn\b|national id"
            r"|driver'?s licen[cs]e",
            re.I,
        ),
        re.compile(
            r"身份证|护照号|社保号|驾照|证件号|passport (?:number|no)|social security|\bssn\b"
            r"|\bid number|licen[cs]e number",
            re.I,
        ),
    ),
    "bank": (
        re.compile(
            r"银行卡|信用卡|卡号|账号|\biban\b|credit card|debit card|card number|bank account"
            r"|account number",
            re.I,
        ),
        re.compile(
            r"银行卡号|信用卡号|卡号|银行账号|\biban\b|card number|account number|bank account"
            r"|credit card",
            re.I,
        ),
    ),
    "credential": (
        re.compile(r"密码|口令|密钥|password|passcode|api.?key|secret|token|\bpin\b|sk-\w", re.I),
        re.compile(
            r"密码|口令|密钥|password|passcode|api.?key|\bpin\b|access token|credential", re.I
        ),
    ),
    "phone": (
        re.compile(r"电话|手机号|号码|phone|mobile|telephone|\+?\d[\d\s-]{7,}\d", re.I),
        re.compile(
            r"电话号码|手机号|我的?(?:电话|手机)是|电话是多少|phone number|my (?:phone|mobile|cell)"
            r"|call me at",
            re.I,
        ),
    ),
    "address": (
        re.compile(
            r"地址|门牌|[路街道巷弄]\d|\d+号|小区|邮编|address|street|avenue|\bapt\b"
            r"|zip code|postcode",
            re.I,
        ),
        re.compile(r"地址|门牌|邮编|收货|寄到|\baddress\b|zip code|postcode|ship (?:it )?to", re.I),
    ),
    "health": (
        re.compile(
            r"诊断|确诊|患有|病|症|药|手术|片|胶囊|diagnos|disorder|disease|syndrome|medication"
            r"|medicine|prescri"
            r"|\bmg\b|tablet|depress|anxiety|diabet|hypertens|cancer|asthma|epilep|hiv"
            r"|takes? \w+ (?:daily|every)",
            re.I,
        ),
        re.compile(
            r"诊断|病|症|药|医|血压|血糖|健康|手术|复查|diagnos|disorder|disease|medica|medicine|drug"
            r"|pill"
            r"|prescri|doctor|symptom|treatment|dose|dosage|health|side effect|condition|depress"
            r"|anxiety|diabet",
            re.I,
        ),
    ),
}
# Text that is looked at; what matters stands near the beginning of either.
_LOOKED_AT: Final = 2_000


def kinds_of(text: str) -> frozenset[str]:
    """The sensitive kinds that a memory's text holds."""
    head = text[:_LOOKED_AT]
    return frozenset(kind for kind, (held, _) in _KINDS.items() if held.search(head))


def asks_for(message: str, memory: str) -> bool:
    """Whether `message` is about a sensitive kind that `memory` holds."""
    head = message[:_LOOKED_AT]
    return any(_KINDS[kind][1].search(head) is not None for kind in kinds_of(memory))
