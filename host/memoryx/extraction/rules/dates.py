"""Relative dates become absolute, by the day on which they were said.

``future`` decides what a bare month means: the next one for a plan, the last one otherwise.
"""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
_MONTH_NUMBER = {name.lower(): number for number, name in enumerate(_MONTHS, 1)}
_ZH_DIGITS = {
    "一": 1,
    "二": 2,
    "两": 2,
    "兩": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "六": 6,
    "七": 7,
    "八": 8,
    "九": 9,
}
_ZH_WEEKDAYS = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6, "末": 5}
_ZH_NUMBER = r"[0-9]{1,2}|[一二两兩三四五六七八九十]{1,3}"

_ZH_MONTH = re.compile(
    r"(?:(?<=[^这這])|^)(?P<which>下下|下|上上|上|这|這|本)(?:个|個)?月(?P<day>"
    + _ZH_NUMBER
    + r")?(?(day)(?:号|號|日))"
)
_ZH_YEAR = re.compile(
    r"(?P<which>大前|前|去|今|明|后|後)年(?:的)?(?:(?P<month>"
    + _ZH_NUMBER
    + r")月)?(?!轻|輕|级|級)"
)
_ZH_DAY = re.compile(r"大后天|大後天|后天|後天|明天|明晚|明早|今天|今晚|昨天|昨晚|前天")
_ZH_WEEK = re.compile(
    r"(?P<which>下下|下|上|这|這|本)(?:个|個)?(?:周|週|星期|礼拜"
    r"|禮拜)(?P<day>[一二三四五六日天末])?"
)
_ZH_MONTH_DAY = re.compile(
    r"(?<![年0-9一二三四五六七八九十])(?P<month>"
    + _ZH_NUMBER
    + r")月(?:(?P<day>"
    + _ZH_NUMBER
    + r")(?:日|号|號))"
)
_ZH_END = re.compile(r"(?<!年)(?<!月)(?P<what>年底|年初|月底)")

_EN_MONTH = "|".join(_MONTHS)
_EN_UNIT = re.compile(
    r"\b(?:(?P<in>in|during|on|by|until|since|for) )?(?P<which>next|last|this|the coming"
    r"|the past) (?P<unit>week|month|year|spring|summer|fall|autumn|winter)\b(?!s)",
    re.IGNORECASE,
)
_EN_DAY = re.compile(
    r"\b(?P<day>the day after tomorrow|the day before yesterday|tomorrow|yesterday|today|tonight"
    r"|last night)\b(?:(?: morning| afternoon| evening| night)\b)?",
    re.IGNORECASE,
)
_EN_NAMED = re.compile(
    rf"\b(?P<prefix>in|on|by|until|since|this|next|last|for) (?P<month>{_EN_MONTH})\b(?! \d{{4}}"
    rf"|,? \d{{4}})(?: (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b)?(?!,? \d{{4}})",
    re.IGNORECASE,
)
_EN_AGO = re.compile(
    r"\b(?:about |around |over |almost |nearly )?(?P<n>\d{1,2}|a|one|two|three|four|five"
    r"|six) (?P<unit>month|year)s? ago\b",
    re.IGNORECASE,
)
_EN_DAYS = {
    "the day before yesterday": -2,
    "yesterday": -1,
    "last night": -1,
    "today": 0,
    "tonight": 0,
    "tomorrow": 1,
    "the day after tomorrow": 2,
}
_EN_YEARLY = re.compile(
    r"\b(?:birthday|born|anniversary|every|each|usually|always)\b", re.IGNORECASE
)
_EN_NUMBER = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_SEASON_START = {"spring": 3, "summer": 6, "fall": 9, "autumn": 9, "winter": 12}


def absolute_zh(text: str, said_at: datetime, *, future: bool) -> str:
    """Return ``text`` with 下个月, 明年, 去年十月, 5月3日 … as dates with a year."""
    today = said_at.date()

    def month(m: re.Match[str]) -> str:
        step = {"下下": 2, "下": 1, "上上": -2, "上": -1}.get(m["which"], 0)
        year, number = _shift_month(today, step)
        return f"{year}年{number}月" + (f"{_zh_int(m['day'])}日" if m["day"] else "")

    def year(m: re.Match[str]) -> str:
        steps = {"大前": -3, "前": -2, "去": -1, "今": 0, "明": 1, "后": 2, "後": 2}
        return f"{today.year + steps[m['which']]}年" + (
            f"{_zh_int(m['month'])}月" if m["month"] else ""
        )

    def day(m: re.Match[str]) -> str:
        word = m[0]
        for key, step in (
            ("大后", 3),
            ("大後", 3),
            ("后", 2),
            ("後", 2),
            ("明", 1),
            ("今", 0),
            ("昨", -1),
            ("前", -2),
        ):
            if word.startswith(key):
                return _zh_date(today + timedelta(days=step)) + ("晚上" if "晚" in word else "")
        return word

    def week(m: re.Match[str]) -> str:
        step = {"下下": 2, "下": 1, "上": -1}.get(m["which"], 0)
        monday = today - timedelta(days=today.weekday()) + timedelta(weeks=step)
        if m["day"]:
            return _zh_date(monday + timedelta(days=_ZH_WEEKDAYS[m["day"]]))
        return f"{_zh_date(monday)}那周" if "週" not in m[0] else f"{_zh_date(monday)}那週"

    def month_day(m: re.Match[str]) -> str:
        number, day_number = _zh_int(m["month"]), _zh_int(m["day"])
        year_number = _year_for(today, number, day_number, future)
        return f"{year_number}年{number}月{day_number}日"

    def end(m: re.Match[str]) -> str:
        return (
            f"{today.year}年{today.month}{m['what']}"
            if m["what"] == "月底"
            else f"{today.year}{m['what']}"
        )

    text = _ZH_DAY.sub(day, _ZH_WEEK.sub(week, text))
    text = _ZH_MONTH.sub(month, text)
    text = _ZH_YEAR.sub(year, text)
    if "生日" not in text and "出生" not in text:
        text = _ZH_MONTH_DAY.sub(month_day, text)
    return _ZH_END.sub(end, text) if future else text


def absolute_en(text: str, said_at: datetime, *, future: bool) -> str:
    """Return ``text`` with "next month", "in March", "yesterday" … as dates with a year."""
    today = said_at.date()

    def unit(m: re.Match[str]) -> str:
        which, name = m["which"].lower(), m["unit"].lower()
        step = 1 if which in {"next", "the coming"} else -1 if which in {"last", "the past"} else 0
        prefix = f"{m['in']} " if m["in"] else "in "
        if name == "year":
            return f"{prefix}{today.year + step}"
        if name == "month":
            year, number = _shift_month(today, step)
            return f"{prefix}{_MONTHS[number - 1]} {year}"
        if name == "week":
            monday = today - timedelta(days=today.weekday()) + timedelta(weeks=step)
            return f"{prefix if m['in'] else 'in '}the week of {_en_date(monday)}"
        begins = _SEASON_START[name]
        year = today.year + (1 if step > 0 and today.month >= begins else 0)
        year -= 1 if step < 0 and today.month < begins + 3 else 0
        return f"{prefix}{name} {year}"

    def day(m: re.Match[str]) -> str:
        return f"on {_en_date(today + timedelta(days=_EN_DAYS[m['day'].lower()]))}"

    def named(m: re.Match[str]) -> str:
        number = _MONTH_NUMBER[m["month"].lower()]
        day_number = int(m["day"]) if m["day"] else None
        prefix = m["prefix"].lower()
        ahead = future if prefix not in {"last", "since"} else False
        year = _year_for(today, number, day_number or 28, ahead or prefix == "next")
        head = "in" if prefix in {"this", "next", "last"} else m["prefix"]
        return f"{head} {_MONTHS[number - 1]}" + (
            f" {day_number}, {year}" if day_number else f" {year}"
        )

    def ago(m: re.Match[str]) -> str:
        number = _EN_NUMBER.get(m["n"].lower()) or int(m["n"])
        if m["unit"].lower() == "year":
            return f"in {today.year - number}"
        year, month_number = _shift_month(today, -number)
        return f"in {_MONTHS[month_number - 1]} {year}"

    text = _EN_AGO.sub(ago, _EN_UNIT.sub(unit, text))
    if not _EN_YEARLY.search(text):
        text = _EN_NAMED.sub(named, text)
    return re.sub(r"\b(on|in|by|until|since|for) (?:on|in) ", r"\1 ", _EN_DAY.sub(day, text))


def _shift_month(today: date, step: int) -> tuple[int, int]:
    months = today.year * 12 + today.month - 1 + step
    return months // 12, months % 12 + 1


def _year_for(today: date, month: int, day: int, future: bool) -> int:
    said, meant = (today.month, today.day), (month, day)
    if future:
        return today.year + (meant < said)
    return today.year - (meant > said)


def _zh_int(text: str) -> int:
    if text.isdigit():
        return int(text)
    tens, ten, ones = text.partition("十")
    if not ten:
        return _ZH_DIGITS.get(text, 0)
    return _ZH_DIGITS.get(tens, 1) * 10 + _ZH_DIGITS.get(ones, 0)


def _zh_date(day: date) -> str:
    return f"{day.year}年{day.month}月{day.day}日"


def _en_date(day: date) -> str:
    return f"{_MONTHS[day.month - 1]} {day.day}, {day.year}"
