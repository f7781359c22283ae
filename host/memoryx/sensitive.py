"""What is sensitive, and what must not leave the machine.

Sensitive are identity, bank and card numbers, credentials, phone numbers, street addresses,
diagnoses and medication. Numbers are believed by their check digits (python-stdnum), so that an
order number is not taken for a card. Credentials, card and identity numbers are secrets: they are
redacted wherever text leaves the machine or is logged.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator
from enum import StrEnum

REDACTED = "[redacted]"


class Kind(StrEnum):
    """A kind of sensitive content."""

    CREDENTIAL = "credential"
    CARD = "card"
    IDENTITY = "identity"
    BANK = "bank"
    PHONE = "phone"
    ADDRESS = "address"
    HEALTH = "health"


#: Kinds that are redacted.
SECRETS = frozenset({Kind.CREDENTIAL, Kind.CARD, Kind.IDENTITY, Kind.BANK})

# Formats that the issuers document, and an assignment to a word that names a credential.
_CREDENTIALS = re.compile(
    r"\b(?:sk|rk|pk)[-_](?:live|test|proj|ant|or)?[-_A-Za-z0-9]{16,}"
    r"|\bgh[opsur]_[A-Za-z0-9]{30,}|\bgithub_pat_\w{30,}"
    r"|\bAKIA[0-9A-Z]{16}\b|\bAIza[\w-]{35}"
    r"|\bxox[abprs]-[\w-]{10,}"
    r"|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}"
    r"|-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,8000}(?:-----END [A-Z ]{0,30}-----)?"
    r"|\b(?:password|passwd|passphrase|api[ _-]?key|secret key|access token|pin code|pin)\b"
    r"(?:\s{0,3}(?:is|=|:|：)\s{0,3}|\s{1,3})(?=\S{0,40}[\d!@#$%^&*_])[^\s,;，；。]{4,128}"
    r"|(?:密码|密碼|口令|密钥|密鑰|验证码|驗證碼|令牌)(?:是|为|為|：|:|=|\s){1,3}"
    r"[A-Za-z0-9!@#$%^&*_.+/=-]{4,128}",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"(?<![\w.])\d(?:[ -]?\d){12,18}(?!\w)")
_CHINESE_ID = re.compile(r"(?<!\d)\d{17}[\dXx](?!\w)")
_US_SSN = re.compile(r"(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])")
_SPANISH_ID = re.compile(r"\b(?:[XYZ]\d{7}|\d{8})-?[A-Z]\b")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b")
_PASSPORT = re.compile(
    r"(?:passport(?: number| no\.?)?|护照(?:号码?)?|護照(?:號碼?)?)[\s:：是is]{0,6}"
    r"(?=[A-Z0-9]{0,8}\d)[A-Z0-9]{6,9}\b",
    re.IGNORECASE,
)
_PHONE = re.compile(
    r"(?<![\d.])(?:\+?86[ -]?)?1[3-9]\d(?:[ -]?\d{4}){2}(?!\d)"
    r"|(?<![\w.])\+\d{1,3}(?:[ .-]?\(?\d{1,4}\)?){2,5}(?!\d)"
    r"|(?<![\w.])\(\d{3}\) ?\d{3}-\d{4}(?!\d)|(?<![\w.-])\d{3}-\d{3}-\d{4}(?!\d)"
    r"|(?<!\d)0\d{2,3}-\d{7,8}(?!\d)"
)
_ADDRESS = re.compile(
    r"[\u4e00-\u9fff]{1,12}(?:路|街|大道|巷|弄|胡同|村|段)\s?\d{1,5}\s?(?:号|號|弄)"
    r"|\d{1,4}\s?(?:号楼|號樓|栋|棟|单元|單元)\s?\d{0,5}\s?(?:室|号|號)?"
    r"|\b\d{1,5}[A-Za-z]? (?:[A-Z][\w'.-]{1,20} ){1,4}"
    r"(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Way|Court|Ct|Place|Pl)\b",
)
_HEALTH = re.compile(
    r"\b(?:diagnos(?:ed|is)|depression|bipolar|schizophreni\w{0,3}|anxiety disorder|adhd|autism"
    r"|diabet\w{1,4}|hypertension|cancer|tumou?r|leuk[a]?emia|epilep\w{1,4}|hiv|hepatitis"
    r"|asthma|antidepressants?|medication|prescri(?:bed|ption)|insulin|metformin|sertraline"
    r"|fluoxetine|lithium|chemotherapy|pregnan(?:t|cy)|miscarriage)\b"
    r"|确诊|確診|诊断|診斷|抑郁症|抑鬱症|焦虑症|焦慮症|双相|雙相|精神分裂|糖尿病|高血压|高血壓"
    r"|癌症?|肿瘤|腫瘤|白血病|癫痫|癲癇|艾滋|肝炎|哮喘|处方|處方|胰岛素|胰島素|二甲双胍|舍曲林"
    r"|氟西汀|化疗|化療|怀孕|懷孕|流产|流產|服用|吃药|吃藥|长期用药|長期用藥",
    re.IGNORECASE,
)


def kinds(text: str) -> frozenset[Kind]:
    """Return the kinds of sensitive content in a text."""
    found = {kind for kind, _ in _secrets(text)}
    if _PHONE.search(text):
        found.add(Kind.PHONE)
    if _ADDRESS.search(text):
        found.add(Kind.ADDRESS)
    if _HEALTH.search(text):
        found.add(Kind.HEALTH)
    return frozenset(found)


def is_sensitive(text: str) -> bool:
    """Tell whether a text holds anything sensitive."""
    return bool(kinds(text))


def holds_secret(text: str) -> bool:
    """Tell whether a text holds a credential, a card, bank or identity number."""
    return any(True for _ in _secrets(text))


def redact(text: str) -> str:
    """Return a text with credentials, card, bank and identity numbers replaced."""
    spans = sorted(span for _, span in _secrets(text))
    pieces: list[str] = []
    end = 0
    for start, stop in spans:
        if start >= end:
            pieces += [text[end:start], REDACTED]
        end = max(end, stop)
    return "".join((*pieces, text[end:]))


def _secrets(text: str) -> Iterator[tuple[Kind, tuple[int, int]]]:
    for kind, pattern, valid in _SECRET_PATTERNS:
        for match in pattern.finditer(text):
            if valid is None or valid(match.group()):
                yield kind, match.span()


def _valid(module: str) -> Callable[[str], bool]:
    """Return a check by one of python-stdnum's modules, which is imported when first needed.

    Hardly any text has something to check, and the host's start must not wait for the library.
    """

    def check(number: str) -> bool:
        return bool(importlib.import_module(f"stdnum.{module}").is_valid(number))

    return check


def _is_card(number: str) -> bool:
    digits = re.sub(r"\D", "", number)
    # Payment cards begin with 2 to 6; a row of one digit passes Luhn and is no card.
    return digits[0] in "23456" and len(set(digits)) > 1 and _valid("luhn")(digits)


_SECRET_PATTERNS: tuple[tuple[Kind, re.Pattern[str], Callable[[str], bool] | None], ...] = (
    (Kind.CREDENTIAL, _CREDENTIALS, None),
    (Kind.IDENTITY, _CHINESE_ID, _valid("cn.ric")),
    (Kind.IDENTITY, _US_SSN, _valid("us.ssn")),
    (Kind.IDENTITY, _SPANISH_ID, _valid("es.nif")),
    (Kind.IDENTITY, _PASSPORT, None),
    (Kind.CARD, _DIGITS, _is_card),
    (Kind.BANK, _IBAN, _valid("iban")),
)
