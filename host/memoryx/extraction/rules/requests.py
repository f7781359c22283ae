"""Texts that a message only hands over: what is to be translated, continued, polished, sent.

Works on a text whose code and quotations are masked already. Three forms are known:

- a request that announces its material ("summarise this:", "帮我翻译下面这段"): what follows is
  not the user's statement;
- a request to invent or to draft ("write a monologue", "帮我朋友写封信"): neither the rest of its
  sentence nor what follows is;
- a request that comes after its material ("… Translate this into French."): what precedes is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_FLAGS = re.IGNORECASE | re.MULTILINE
_POLITE_EN = (
    r"(?:(?:please|pls|hey|hi|ok(?:ay)?|now|so|can|could|would|will|you|kindly|just|and|then|let's"
    r"|i want you to|i need you to|i'd like you to|help me(?: to)?)[ ,]+){0,6}"
)
_POLITE_ZH = r"(?:(?:请|麻烦|你|可以|能不能|能|帮我|帮忙|帮|给我|替我|再|把|将|用|以)){0,6}"

#: Requests that take a text and give back another one.
_TRANSFORM_EN = (
    r"(?:translate|summari[sz]e|rewrite|re-?phrase|paraphrase|proof-?read|polish|edit|shorten"
    r"|condense|simplify|tl;?dr|fix (?:the )?(?:grammar|typos)|correct (?:the|my|this)"
    r"|grammar[ -]check"
    r"|extract|classify|review|analy[sz]e|explain|critique|improve|continue|finish|complete"
    r"|reply to"
    r"|respond to|turn (?:this|that)|convert (?:this|the following)|make (?:this|it)"
    r"|what does (?:this|the following))"
)
_TRANSFORM_ZH = (
    r"(?:翻译|总结|概括|归纳|润色|改写|改成|改得|修改|续写|扩写|缩写|精简|校对|纠正|仿写|解释"
    r"|分析|提取"
    r"|摘要|点评|评价|回复|读一下|看一下|看看|转写|转换|整理)"
)
_INVENT_EN = (
    r"(?:(?:write|draft|compose|create|generate|invent|give|tell)\b"
    r"|help (?:my|a|the|him|her|them)\b)"
)
_ROLE_EN = (
    r"(?:role-?play|pretend|act as|play the role|imagine (?:that )?(?:you|i)\b"
    r"|you are (?:now )?(?:a|an|the) )"
)
_FICTION_EN = (
    r"(?:monologue|stor(?:y|ies)|novel|poem|lyrics|song|screenplay|dialogue|scene|fan ?fic"
    r"|character|diary|joke|fairy ?tale|first[- ]person)\b"
)
_DRAFT_EN = (
    r"(?:speech|essay|letter|e-?mail|message|post|tweet|bio|profile|caption|review|resume|cv"
    r"|statement|toast|blog|slogan|tagline|sentence|paragraph|ad|note|reply|text|update)\b"
)
_INVENT_ZH = (
    r"(?:写|编|创作|起草|拟|生成|造(?=.{0,4}句)|帮(?:我的?|一个)?(?:朋友|同学|同事|室友|老板|领导"
    r"|客户"
    r"|爸|妈|老公|老婆|男友|女友|弟弟|妹妹|哥哥|姐姐|孩子|儿子|女儿))"
)
_ROLE_ZH = r"(?:请|你|来|我们来|接下来){0,3}(?:扮演|假装|角色扮演|模拟)"
_FICTION_ZH = r"(?:小说|故事|剧本|台词|歌词|诗|独白|日记|童话|段子|角色|对话|第一人称)"
_DRAFT_ZH = (
    r"(?:作文|文案|邮件|信|演讲|发言|自我介绍|简介|短信|朋友圈|微博|评论|好评|检讨|请假条|句子"
    r"|一段|一篇"
    r"|广告|口号|帖子|情书|回复|文章|报告|总结)"
)
_POINTER = (
    r"(?:\b(?:this|these|that|following|below|above)\b|下面|以下|这段|这篇|这条|这句|这个|这封|这份"
    r"|上面|以上)"
)

_TRANSFORM = re.compile(
    rf"^[ \t\-*]*(?:{_POLITE_EN}{_TRANSFORM_EN}\b|{_POLITE_ZH}(?:{_POINTER}|{_TRANSFORM_ZH}))"
    rf"|[.!?。！？，,][ \t]*(?:{_POLITE_EN}{_TRANSFORM_EN}\b|{_POLITE_ZH}{_TRANSFORM_ZH})",
    _FLAGS,
)
_INVENT = re.compile(
    rf"(?:^|[.!?:;,][ \t]+)[ \t\-*]*{_POLITE_EN}{_INVENT_EN}[^.!?\n]{{0,120}}?{_DRAFT_EN}"
    rf"|(?:^|[。！？，,])[ \t]*{_POLITE_ZH}(?:(?!我)[^。！？\n，]){{0,12}}?{_INVENT_ZH}[^。！？\n]"
    rf"{{0,24}}?{_DRAFT_ZH}",
    _FLAGS,
)
_FICTION = re.compile(
    rf"(?:^|[.!?:;,][ \t]+)[ \t\-*]*{_POLITE_EN}(?:{_INVENT_EN}[^.!?\n]{{0,120}}?{_FICTION_EN}"
    rf"|{_ROLE_EN})"
    rf"|(?:^|[。！？，,])[ \t]*{_POLITE_ZH}(?:(?:(?!我)[^。！？\n，]){{0,12}}?{_INVENT_ZH}[^。！？"
    rf"\n]{{0,24}}?{_FICTION_ZH}"
    rf"|{_ROLE_ZH})",
    _FLAGS,
)
_MATERIAL_BEFORE = re.compile(
    rf"(?:^|[.!?。！？][ \t]*)(?:{_POLITE_EN}(?:translate|proof-?read|rewrite|paraphrase|rephrase"
    rf"|summari[sz]e|polish)"
    rf"\b[^.!?\n]{{0,40}}\b(?:this|it|that|above|these|into|to)\b[^\n]{{0,60}}"
    rf"|{_POLITE_ZH}(?:(?:上面|以上|这|前面)[^。！？\n]{{0,12}})?(?:翻译|润色|改写|校对"
    rf"|总结)[^。！？\n]{{0,16}})[.!?。！？]?\s*\Z",
    _FLAGS,
)
_POINTER_WORD = re.compile(_POINTER, _FLAGS)
_SENTENCE_END = re.compile(r"[.!?。！？](?=\s|$|[^\x00-\x7f])|\n")
_COLON = re.compile(r"[:：]")


def payload_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of ``text`` that a request only works on."""
    fiction = _FICTION.search(text)
    if fiction is not None:
        yield _after_punctuation(text, fiction.start()), len(text)
    for match in _INVENT.finditer(text):
        end = _sentence_end(text, match.end())
        announced = _COLON.search(text, match.start() + 1, end)
        yield _after_punctuation(text, match.start()), len(text) if announced else end
    for match in _TRANSFORM.finditer(text):
        end = _sentence_end(text, match.end())
        colon = _COLON.search(text, match.end(), end)
        if colon is not None:
            yield colon.end(), len(text)
        elif "\n" in text[end - 1 : end + 1] and _POINTER_WORD.search(text, match.start(), end):
            yield end, len(text)
    before = _MATERIAL_BEFORE.search(text)
    if before is not None:
        yield 0, before.start()


def _sentence_end(text: str, position: int) -> int:
    end = _SENTENCE_END.search(text, position)
    return end.end() if end else len(text)


def _after_punctuation(text: str, position: int) -> int:
    return position if text[position].isalnum() else position + 1
