"""What kind of message this is: whether it can need a memory at all.

Greetings, acknowledgements and "continue" get nothing, not even pinned memories. Requests that
bring their own material (translate this, shorten that, a sum, a log) rarely need the person's
background:
they raise the bar of the gate. Words about oneself lower it.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal

from memoryx.recall.types import Skip
from memoryx.text.fold import fold

Material = Literal["none", "transform", "arithmetic", "log", "code"]

_TRIVIAL_LENGTH: Final = 48
_EDGE: Final = " \t\r\n.,!?~…。，！？～、;；:：()（）-—*'\"“”😀😂👍🙏😊🎉❤️"

_GREETINGS: Final = frozenset(
    """
hi|hello|hey|yo|hiya|howdy|hi there|hello there|hey there|hello again|hi again|good morning
good afternoon|good evening|good night|greetings|morning|evening|test|testing|testing 1 2 3
are you there|you there|anybody there|anyone there|are you a bot|what can you do|who are you
what's up|whats up|sup|how are you|how are you doing|how's it going|hows it going|happy new year
merry christmas|happy friday|happy weekend|nice to meet you|bye|goodbye|see you|see you later
good bye|ping|hey, you up|you up|which model are you|what model are you|are you chatgpt
你好|您好|你好呀|你好啊|嗨|哈喽|哈罗|喂|在吗|在不在|在么|有人吗|早|早安|早上好|上午好|中午好
下午好|晚上好
晚上好呀|晚安|大家好|新年快乐|节日快乐|圣诞快乐|生日快乐|周末愉快|中秋快乐|测试|测试一下|收到请回复
你是谁|你是哪个模型|请问你是哪个模型|你是什么模型|你能做什么|你会什么|能听懂中文吧|能听懂中文吗
你会说中文吗|再见|拜拜|回见|最近好吗|你好吗|好久不见|好久没用了|吃了吗|在忙吗|辛苦啦
""".replace("\n", "|").split("|")
)

_ACKNOWLEDGEMENTS: Final = frozenset(
    """
ok|okay|k|kk|okey|yes|yeah|yep|yup|no|nope|nah|sure|right|correct|exactly|true|agreed|fine|good
great|nice|cool|perfect|awesome|excellent|wonderful|amazing|thanks|thank you|thx|ty
thank you so much
thanks a lot|many thanks|thank you very much|got it|i see|understood|makes sense|noted|lol
haha|hahaha
hmm|hm|mhm|wow|oh|ah|oops|sorry|my bad|never mind|nevermind|no problem|np|yes please|no thanks
no thank you|that works|it works|that's all|thats all|that is all|that's it|thats it|that's right
thats right|well done|good job|all good|sounds good|looks good|lgtm|will do|done|works|works now
it works now|that worked|much better|better|wrong|that's wrong|thats wrong|not really|maybe|i guess
of course|absolutely|definitely|for now|bravo|good point|fair enough|all set|no worries
you're welcome
好|好的|好吧|好呀|好啊|好滴|好嘞|行|行吧|可以|可以的|没问题|嗯|嗯嗯|哦|噢|喔|啊|对|对的|对了
是|是的|是啊
不|不是|不对|不行|不用|不用了|不要|没有|没了|没事|没事了|没关系|谢谢|谢谢你|谢谢您|多谢|感谢
非常感谢
谢了|谢啦|辛苦|辛苦了|明白|明白了|懂了|知道了|了解|了解了|收到|理解了|清楚了|原来如此|这样啊
哈哈|哈哈哈
哈哈哈哈|呵呵|嘿嘿|厉害|真棒|太好了|太棒了|很好|非常好|不错|挺好|完美|赞|牛|就这样|先这样
就这些|没别的了
够了|错了|有道理|随便|都行|都可以|当然|确实|同意|有问题再问你|有问题再找你|再想想|晚点再说
以后再说|ok了|okk
""".replace("\n", "|").split("|")
)

_CONTINUATIONS: Final = frozenset(
    """
continue|go on|keep going|carry on|proceed|next|more|again|try again|retry|redo|go ahead|and then
then|what next|what else|anything else|another one|one more|another|give me another|the other one
no, the other one|the first one|the second one|the last one|option a|option b|shorter|longer
simpler
make it shorter|make it longer|make it simpler|can you make it shorter|can you make it longer
too long|too short|in more detail|more detail|more details|elaborate|explain more|expand|finish
please continue|continue please|go on please|keep going please|do it|start|let's start|let's go
rewrite it|rewrite|again please|say more|tell me more|why|how so|really|are you sure|is that right
that's not what i asked|read the question again|leave the rest as it is|do that|summarize|summarise
继续|请继续|继续说|继续写|接着|接着说|接着写|接着来|往下|往下说|然后|然后呢|还有呢|还有吗
下一个|下一步|再来
再来一个|再来一次|再试一次|再试试|重试|重来|重新来|重新生成|重写|换一个|换一种|换个|另一个
第一个|第二个|第三个
最后一个|太长了|太短了|短一点|长一点|简单点|简短点|简洁点|详细点|详细一点|详细说说|展开
展开说说|说详细点
开始|开始吧|来吧|为什么|为啥|真的吗|真的|你确定吗|确定吗|是吗|怎么说|比如|比如说|例如
举个例子|总结一下
改一下|再改改|再改一下|再短一点|再长一点|精简一下|第一个方案不错|第二个方案不错
第三个方案不错|就这个|用这个
用第一个|用第二个|选第一个|选第二个|说重点|写完|没写完|没说完|说完
""".replace("\n", "|").split("|")
)

_SPLIT: Final = re.compile(r"[.,!?~…。，！？～、;；:：\n]+|\s{2,}")
_LEADING: Final = re.compile(
    r"^(?:ok|okay|oh|yes|no|well|so|and|hi|hello|hey|great|please|嗯|哦|好的?|那|哈喽|你好|嗨"
    r"|请问?)[\s,，]+",
    re.IGNORECASE,
)
_CHOICE: Final = re.compile(
    r"^(?:let'?s (?:go with|take|use)|go with|take|use|i(?:'ll| will) take) (?:option |the )?"
    r"(?:[a-e]|\d|first|second|third|last|other)(?: one| option)?"
    r"(?: and leave the rest as it is)?$"
)
_REPEATED: Final = re.compile(r"^(.{1,6}?)\1{1,20}$")


@dataclass(frozen=True, slots=True)
class Intent:
    """What the wording of a message says about its need of memories."""

    skip: Skip | None
    material: Material
    """What the message brings along, so that it needs no background."""
    personal: bool
    """It speaks of the one who writes: my, I, 我."""
    advice: bool
    """It asks for advice, a plan or a choice, where taste and circumstances matter."""
    general: bool
    """It asks for general knowledge or for something to be made up, not about anybody."""
    wants_background: bool
    """It asks for all that is known of the person."""


def classify(text: str) -> Intent:
    """The intent of a message."""
    folded = fold(text[:20_000]).strip()
    skip = _skip(folded)
    material: Material = "none" if skip else _material(folded)
    if material == "none" and _is_sum(folded):
        material = "arithmetic"
    return Intent(
        skip=skip,
        material=material,
        personal=material not in ("transform", "arithmetic") and _speaks_of_oneself(folded),
        advice=_ADVICE.search(folded[:600]) is not None,
        general=_GENERAL.search(folded[:600]) is not None,
        wants_background=_BACKGROUND.search(folded[:2000]) is not None,
    )


def _skip(folded: str) -> Skip | None:
    if not any(character.isalnum() for character in folded):
        return "empty"
    if len(folded) > 2 * _TRIVIAL_LENGTH:
        return None
    kinds: list[Skip] = []
    for raw in _SPLIT.split(folded.lower()):
        piece = raw.strip(_EDGE)
        if not piece:
            continue
        kind = _trivial_kind(piece)
        if kind is None:
            return None
        kinds.append(kind)
    if not kinds:
        return "empty"
    return next((kind for kind in kinds if kind == "continuation"), kinds[0])


def _trivial_kind(piece: str) -> Skip | None:
    for candidate in (piece, _LEADING.sub("", piece), _unrepeated(piece)):
        if candidate in _GREETINGS:
            return "greeting"
        if candidate in _ACKNOWLEDGEMENTS:
            return "acknowledgement"
        if candidate in _CONTINUATIONS or _CHOICE.match(candidate):
            return "continuation"
    return None


def _unrepeated(piece: str) -> str:
    match = _REPEATED.match(piece)
    return piece if match is None else match.group(1)


# --- material -------------------------------------------------------------------------------

# "Give me", "tell me", 给我, 帮我 ask for an answer and say nothing of the person. A lower-case "i"
# is a loop variable more often than a pronoun.
_PERSONAL: Final = re.compile(
    r"\bI(?:'m|'ve|'d|'ll)?\b|\b(?:[Mm]y|[Mm]ine|[Mm]yself|[Ww]e|[Oo]ur|us)\b"
    r"|\bi(?:'m|'ve|'d| am| have| want| need| was| like| feel)\b|\b(?:for|with|suits?) me\b"
    r"|(?<![给帮诉教替让])我(?!看看)|咱|俺"
    # Chinese leaves "I" and "my" out: whoever writes 老婆 means their own, and 想换 their own wish;
    # 想写, 想用 and the like are what is asked for.
    r"|爱人|老婆|老公|媳妇|[男女]朋友|[男女]友|闺女|老[爸妈]|爸妈|爹妈|爷爷|奶奶|姥[姥爷]|外[公婆]"
    r"|老爷子|老太太|岳[父母]|公婆|(?<!国)家里|房东|手底下"
    r"|(?:^|[,，。;；\n])\s*(?:最近|周末|今年|明年|下个?[月周])?[也还就又]?(?:想|打算|准备)"
    r"(?![象起必到想问知弄了请搞确听看做写用要找查把让])"
)
# "How do I reverse a string?" asks how anybody does it.
_ANYBODY: Final = re.compile(r"\bhow (?:do|can|could|would) (?:i|we)\b", re.IGNORECASE)
_ADVICE: Final = re.compile(
    r"\b(?:recommend\w*|suggest\w*|advice|advise|tips?|ideas?|plan(?:ning)?|should|best|which|pick"
    r"|choose|good|options?|looking for)\b"
    r"|推荐|建议|安排|计划|选|哪个好|怎么办|什么好|好不好|合适|送|挑|攻略|打算|该|注意|当心"
    r"|有(?:什么|啥|没有)好?(?:办法|法子|招)",
    re.IGNORECASE,
)
_GENERAL: Final = re.compile(
    r"^(?:define|describe|why (?:is|are|do|does) "
    r"|how (?:tall|far|old|big|deep|fast|heavy|many|much) "
    r"|what(?:'s| is| are) (?:the|a|an) |who (?:painted|wrote|invented|discovered) |explain"
    r"|is (?:a|an|the) |can (?:a|an|the) "
    r"|(?:name|write|give|make|come up|suggest|list|tell) )"
    r"|^(?:the )?capital of|difference between"
    r"|为什么|是什么|区别|哪一年|多高|多远|首都|解释|原理|怎么回事|分别|^写|^起|^给",
    re.IGNORECASE,
)
_BACKGROUND: Final = re.compile(
    r"(?:everything|all|what) (?:that )?you (?:know|remember|have (?:saved|stored)) (?:about|of) me"
    r"|what do you (?:know|remember) about me|my (?:whole|full|entire) background|who am i\b"
    r"|(?:你|还)?(?:了解|知道|记得|记住)(?:我|关于我)的?(?:什么|哪些|多少|一切|所有|全部)"
    r"|关于我的(?:一切|所有|全部)|我的(?:全部|所有|整个)?背景|我是谁",
    re.IGNORECASE,
)
_TRANSFORM: Final = re.compile(
    r"\btranslat(?:e|ion)\b|\bhow (?:do|would) (?:you|i|a native speaker|one) say\b"
    r"|\b(?:proofread|paraphrase|alphabeti[sz]e|summari[sz]e|shorten|tighten|rephrase|reword)\b"
    r"|\bfix the (?:grammar|spelling)\b"
    r"|\b(?:turn|rewrite|put|make|convert|change) (?:this|these|the following)\b"
    r"|\b(?:german|french|spanish|italian|japanese|chinese|korean|portuguese|russian) for [\"“']"
    r"|\bwhat does .{1,40} mean\b|\bin plain english\b|\bdifference between\b"
    r"|翻译|译成|英译中|中译英|翻成"
    r"|(?:英文|英语|日语|韩语|法语|德语|中文)(?:怎么|如何)(?:说|讲|读|写|表达)"
    r"|用.{1,6}怎么说|怎么翻|什么意思|错别字|病句|把(?:下面|以下|这|上面|“)"
    r"|(?:下面|以下)(?:这|的|是|几)"
    r"|(?:概括|缩写|改写|润色|校对|改成|改得|造句|造.{1,2}个句子|排序|下联|缩到)",
    re.IGNORECASE,
)
# Times of day, dates and versions are no numbers to reckon with.
_NUMBER: Final = re.compile(
    r"(?<![A-Za-z\d_:./-])\d+(?:\.\d+)?(?![A-Za-z\d_:/-]|\.\d| ?[年月日号点])"
)
_NUMBERS_OF_A_SUM: Final = 3
_LONGEST_SUM: Final = 400
_ARITHMETIC: Final = re.compile(
    r"^[\s\d+\-*/×÷^=().,%xy²³$¥€?？]+$"
    r"|\b(?:convert|solve|what is|how much is|sum of)\b.{0,30}\d"
    r"|\d+(?:\.\d+)? ?(?:miles?|km|kg|lbs?|pounds?|inches|feet|cm|°?[cf]|usd|eur)\b"
    r".{0,12}\b(?:in|to|into)\b"
    r"|解(?:方程|不等式)|等于(?:多少|几)|换算|是多少(?:公里|米|斤|公斤|摄氏度|厘米)"
    r"|的(?:和|积|差|商)(?:是|$)"
    r"|\d+(?:加|减|乘|除)|打.{1,3}折|多久能(?:注满|完成)",
    re.IGNORECASE,
)
_LOG: Final = re.compile(
    r"Traceback \(most recent|^\s*File \".*\", line \d+|\b\w*(?:Error|Exception)\b: |npm ERR!"
    r"|error\[E\d+\]"
    r"|\b(?:fatal|error|warning|panic): |command not found|No such file or directory"
    r"|Segmentation fault"
    r"|\b(?:ERROR|WARN|FATAL)\b|No rule to make target|Access-Control-Allow-Origin"
    r"|^\s*at [\w.$]+\(",
    re.MULTILINE,
)
_CODE: Final = re.compile(
    r"```"
    r"|^\s*(?:def|class|import|from|const|let|var|function|public|SELECT|FROM|RUN"
    r"|#include)\b.*[(){};:=]"
    r"|=>|::\w+|;\s*$|\w+\([\w\s,.]*\)\s*[:{;]|</\w+>",
    re.MULTILINE,
)


def _speaks_of_oneself(folded: str) -> bool:
    return _PERSONAL.search(_ANYBODY.sub(" ", folded[:4000])) is not None


def _is_sum(folded: str) -> bool:
    """Whether a short message has several numbers in it and nobody: a sum in words."""
    return (
        len(folded) <= _LONGEST_SUM
        and len(_NUMBER.findall(folded)) >= _NUMBERS_OF_A_SUM
        and not _speaks_of_oneself(folded)
    )


def _material(folded: str) -> Material:
    head = folded[:1500]
    if _TRANSFORM.search(head[:160]) or _TRANSFORM.search(head[-60:]):
        return "transform"
    if _ARITHMETIC.search(head[:200]):
        return "arithmetic"
    if _LOG.search(head):
        return "log"
    if _CODE.search(head):
        return "code"
    return "none"
