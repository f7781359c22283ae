"""Standing instructions and "remember" in Chinese."""

from __future__ import annotations

import re

from memoryx.extraction.rules.grammar import Rule, rule

_ACTION = (
    r"(?:回答|回复|回我|答复|作答|用|使用|叫我|称呼|不要|别|不用|不必|请|先|说|讲|写|输出|给我"
    r"|给出|解释|翻译|推荐|提供|加上|附上|列"
    r"|缩进|保持|避免|遵循|按照?|控制|都要|语气|格式|注释)"
)
_LANGUAGE = r"(?:中文|汉语|普通话|英文|英语|日语|日文|粤语|简体|繁体|法语|德语|韩语|西班牙语|俄语)"

#: What people ask an assistant to leave out of its answers.
_STYLE = r"(?:表情(?:符号|包)?|emoji|破折号|感叹号|markdown|项目符号|废话|套话|客套话)"
#: "As a rule" between what is ruled and how: 缩进一律用四个空格.
_AS_A_RULE = r"(?:都|请|要)*(?:统一|一律|一概|始终|永远)(?:都|请|只|要)*"

ZH_REMEMBER = re.compile(
    r"(?:[^，。：:]{0,8}[，, ])?(?:请|麻烦)?(?:你)?(?:要|一定要|帮我|给我|替我)?(?:再)?"
    r"(?:(?:记住|记下来?|记一下|记好|牢记|记着|别忘了|不要忘记|别忘记)(?!了?[吗没么]|了[。！]?$"
    r"|的|单词|不)(?:了)?(?:这一?点|一下|我说的|这件事)?[：:，, ]*"
    r"|(?:记得|备忘|存一下|保存记忆|添加记忆|加入记忆)[：:][ ]*)"
)

# fmt: off
ZH_DIRECTIVES: tuple[Rule, ...] = (
    rule("instruction.language", ("preference", "preference"), 0.95,
         rf"(?=[^，]*{_LANGUAGE})(?=[^，]*(?:回答|回复|回我|作答|答复|交流|沟通|对话|说话|聊"
         rf"|输出|跟我说|和我说))(?![^，]*我(?:会|要|也|就|想|再|只|说))(?P<object>.+)",
         subjects="none", needs="standing always main habit", forbids="past",
         family="instruction", key="reply_language", reach="rest", pinned=True),
    rule("instruction.indent", ("preference", "professional"), 0.93,
         r"(?=[^，]*(?:缩进|空格|制表符|tab))(?![^，]*我(?:会|要|也|就|想|再|只))(?P<object>.+)",
         subjects="none", needs="standing always main habit", forbids="past",
         family="instruction", key="indent_style", reach="rest", pinned=True),
    rule("instruction.language.set", ("preference", "preference"), 0.93,
         rf"(?:你)?(?:的)?(?:所有)?(?:回答|回复|答复|输出|对话|交流|沟通)(?:的时候|时)?{_AS_A_RULE}"
         rf"(?=[^，]*{_LANGUAGE})(?P<object>.+)",
         subjects="none", forbids="past day", family="instruction", key="reply_language",
         reach="rest", pinned=True),
    rule("instruction.indent.set", ("preference", "professional"), 0.93,
         rf"(?:代码)?(?:的)?缩进{_AS_A_RULE}(?P<object>.+)",
         subjects="none", forbids="past day", family="instruction", key="indent_style",
         reach="rest", pinned=True),
    rule("instruction.set", ("preference", "preference"), 0.88,
         rf"(?:代码)?(?:的)?(?:注释|命名|变量名?|函数名|文档|提交信息|日期|时间|单位|标题|标点)"
         rf"{_AS_A_RULE}(?P<object>(?:用|使用|写|按照?|以|不|别|加|保留).+)",
         subjects="none", forbids="past day", family="instruction", reach="rest", pinned=True),
    rule("instruction.address", ("preference", "personal"), 0.9,
         r"(?:都|请|你|也|们|大家)*(?:(?:可以|就|请)?(?:叫|称呼)我(?:为|作|做)?(?!妈|爸|去|来|帮|起"
         r"|怎)(?P<object>[^，吧就]{1,12})(?:就(?:好|行|可以)(?:了)?|吧|即可)?$)",
         subjects="none other", forbids="past", family="name", key="address_as", pinned=True),
    rule("instruction.misnamed", ("preference", "personal"), 0.88,
         r"(?:别|不要|不用)(?:再)?(?:叫|称呼)我(?P<object>.+)",
         subjects="none", forbids="past", family="name", pinned=True),
    rule("instruction", ("preference", "preference"), 0.9,
         rf"(?=[^，]{{0,24}}{_ACTION})(?![^，]*我(?:会|要(?!求)|也|就|想|再|可以|能|都|还|自己"
         rf"|们))(?P<object>.+)",
         subjects="none", needs="standing", forbids="past chat", family="instruction",
         reach="rest", pinned=True),
    rule("instruction.always", ("preference", "preference"), 0.85,
         r"(?:请|都|要|你)*(?=[^，]{0,16}(?:用|回答|回复|不要|别|先|给出"
         r"|附上))(?!我)(?P<object>[^，]*(?:回答|回复|代码|例子|示例|解释|单位|语气|格式|输出"
         r"|注释|缩进|命名).*)",
         subjects="none", needs="always", forbids="past chat", family="instruction",
         reach="rest", pinned=True),
    rule("instruction.again", ("preference", "preference"), 0.82,
         # What is made may end a use of var; only the talk itself ends what is recommended.
         r"(?:请|麻烦)?(?:你)?(?:别|不要|不用|不许)再(?:给我|跟我|对我)?(?P<object>(?:推荐|叫我)(?![一了])"
         rf"[^，]{{1,20}}?|(?:用|说|讲|加|发|带){_STYLE}[^，]{{0,8}}?)(?:了)?$",
         subjects="none self", forbids="past chat", family="instruction", pinned=True),
    rule("instruction.style", ("preference", "preference"), 0.5,
         rf"(?:请)?(?:你)?(?:的)?(?:回答|回复)?(?:里|中|时)?(?:别|不要|不许|少)(?:用|加|带|放|发|说|讲)"
         rf"(?:任何|这么多|那么多|太多)?(?P<object>{_STYLE}.*)",
         subjects="none", forbids="past chat", family="instruction"),
    rule("instruction.length", ("preference", "preference"), 0.5,
         r"(?:请)?(?:你)?(?:的)?(?:所有)?(?:回答|回复)(?:请|尽量|都|要|最好)*(?P<object>(?:控制在|不超过"
         r"|不要超过|别超过|保持|简短|简洁|精简|言简意赅|短一?点|直接).*)",
         subjects="none", forbids="past chat", family="instruction", reach="rest"),
    rule("instruction.once", ("preference", "preference"), 0.5,
         rf"(?:请|麻烦)?(?:用{_LANGUAGE}|不要|别).{{0,10}}(?:回答|回复|解释)(?P<object>.*)",
         subjects="none", forbids="past chat day", family="instruction", reach="rest"),
)
# fmt: on
