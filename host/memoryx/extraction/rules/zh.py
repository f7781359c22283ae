"""Chinese: how a clause is cut into subject, adverbs and predicate, and what is not asserted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from memoryx.extraction.rules.grammar import Parsed, Rule, Subject
from memoryx.extraction.rules.segments import MASK
from memoryx.extraction.rules.zh_directives import ZH_DIRECTIVES, ZH_REMEMBER
from memoryx.extraction.rules.zh_doings import ZH_DOINGS
from memoryx.extraction.rules.zh_person import ZH_PERSON
from memoryx.extraction.rules.zh_tastes import ZH_TASTES
from memoryx.extraction.rules.zh_words import word

_DIGITS = r"[0-9一二两三四五六七八九十]"
_MONTH_DAY = rf"{_DIGITS}{{1,3}}月(?:份|底|初|中旬|{_DIGITS}{{1,3}}[日号])?"
_KIN = (
    r"(?:爸妈|父母|妈妈?|母亲|老妈|爸爸?|父亲|老爸|老婆|妻子|太太|媳妇|老公|丈夫|爱人|先生(?=对"
    r"|是|在|有|叫)|女朋友|男朋友|女友|男友"
    r"|对象|未婚妻|未婚夫|儿子|女儿|闺女|孩子|小孩|宝宝|娃|双胞胎|哥哥?|弟弟?|姐姐?|妹妹?|爷爷"
    r"|奶奶|外公|外婆|姥姥|姥爷"
    r"|孙子|孙女|岳父|岳母|公公|婆婆|猫咪?|狗狗?|宠物|兔子)"
)
#: Words before the predicate, by what they tell. Longer ones stand before their own beginnings.
_LEAD: tuple[tuple[str, str], ...] = (
    (
        "opening",
        r"是啊|是的|是呀|好的|好啊|好吧|好(?=$)|会的|行(?=$)|朋友|亲爱的(?:[^，我]{0,6}(?=，|$))?"
        r"|谢谢(?:你)?",
    ),
    ("greeting", r"你好(?:啊|呀)?|您好|大家好|嗨|哈喽|hi\b|hello\b|嘿"),
    (
        "filler",
        r"(?:我)?(?:真的)?(?:很|也)?(?:想|要)(?:跟|和|向)?(?:你|大家)?(?:分享|说|报告)(?:一下"
        r"|一个(?:好)?消息)?(?=我)",
    ),
    ("chat", r"(?:我)?(?:真的)?(?:很|也)?想(?:跟|和)你|和你(?:聊|说)|跟你(?:聊|说)"),
    (
        "filler",
        r"话说回来|话说|说起来|说到底|说真的|说实话|老实说|坦白说|(?:顺便|顺带)(?:说|告诉你|提"
        r"|补充)?(?:一下|一句|一件事(?:情)?)?"
        r"|提醒(?:你|您)?(?:一下|一句)?|(?:我)?(?:要|想)?(?:先)?(?:告诉|跟)你(?:说)?(?:一下|一声"
        r"|一件事(?:情)?)?|补充(?:一下|一点)?"
        r"|你知道吗|你(?:也)?知道(?=我)|其实|实际上|事实上|对了|对啊|对呀|对的|对(?=$)|没错|当然(?:啦|了|啊)?|嗯+|呃"
        r"|啊|哦|噢|喔|唉|哎呀?|哇|哈+|嘿+|恩+|不过|可是|但是|但|然而|而且|并且|而(?=我)|还有"
        r"|因为|由于|所以|因此|毕竟|另外|此外|除此之外"
        r"|同时|然后|于是|总之|反正|只是|只有|就是说|也就是说|应该说|可以说|怎么说呢|比如说?|例如"
        r"|虽然|尽管|既然|那么?(?=我)|至于|关于我|作为一名"
        r"|(?:我)?(?:个人)?(?:觉得|感觉|认为|想)(?=我)|一方面|另一方面|首先|其次|最后|第[一二三]"
        r"|说来|倒是|可能|大概|好像|似乎|明明",
    ),
    (
        "recent",
        r"最近(?:一段时间|几天|几个月|这段时间|这阵子)?|近来|近期|近日|这段时间|这阵子|这几天"
        r"|这几个月|这两天|这些天|这学期|这个学期|这几年|近几年",
    ),
    (
        "since",
        r"从(?!现在|今天|今后|此|小|来|头|不)[^，我]{1,8}?(?:开始|起)(?:就|才|一直|在|又)*"
        r"(?=[学练做写用跑玩读坚减健戒养游早])",
    ),
    (
        "main",
        r"主要|大多|多数(?:时候)?|大部分(?:时间)?|基本上?|只(?=[用吃喝看听玩喜爱])|专门|首选|默认",
    ),
    (
        "always",
        r"总是|老是|总(?=[会是想觉感])|一直以来|一直(?:都|就)?|始终|从来|向来|越来越|动不动就?"
        r"|一到[^，]{1,8}就",
    ),
    (
        "habit",
        r"经常|通常|一般(?:来说|情况下)?(?:都)?|平时|平常|平日(?:里)?|常常|时常"
        r"|常(?=[去会和跟在用吃看听喝])|往往|定期|每(?:一)?(?:天|周|个?月|年|晚|早|日|个?星期"
        r"|个?周末|逢|隔)[^，我的]{0,4}?(?:早上|上午|中午|下午|晚上|早晨|清晨|傍晚|凌晨"
        r"|睡前)?[^，我的早晚]{0,5}?(?=$|，|我|都|会|要|去|早起|早睡|晚睡|坚持|固定|在|跑|练|写"
        r"|读|看|做|吃|喝|睡|起|打|花|和|上|下|至少|必|给|带|自)"
        r"|天天|日常|习惯(?:性(?:地)?|上)?(?=[^，的了])|周末(?:的时候)?(?!的|前|后|要|有|没|才"
        r"|就)|下班后|睡前|饭后|起床后|(?:有)?空闲(?:的)?时(?:间|候)?|业余时间|闲暇时"
        r"|没事(?:的)?时?候?",
    ),
    ("sometimes", r"有时候?(?:也)?|偶尔|间或|时不时"),
    (
        "past",
        r"以前|之前|从前|曾经|曾|过去|原来|原先|小时候|小的时候|年轻时|早年|上学(?:的)?时候?"
        r"|大学(?:的)?时候?|当年|那时候?|本来",
    ),
    (
        "standing",
        r"从现在(?:开始|起)|从今(?:天|以后|往后)?(?:开始|起)?(?:以后)?|以后(?:每次)?|今后|往后"
        r"|从此(?:以后)?|每次|每当|永远|一律|统一(?=[用使])|凡是|(?:这个|本|我们的?)?项目(?:里"
        r"|中)(?=[^，]{0,4}(?:统一|一律|都|用|不))|接下来(?:的)?(?:所有|每)[^，]{0,4}"
        r"|默认(?:情况下)?|在(?:这|本)(?:个|次)?(?:项目|对话|聊天)(?:里|中)?",
    ),
    (
        "nowadays",
        r"现在|目前|如今|当前|眼下|今年(?!打算|计划|要|想|准备|的)|本学期|现阶段"
        r"|还在(?=[用学住做读])",
    ),
    (
        "day",
        r"今天(?:早上|上午|中午|下午|晚上)?|今日|今晚|今早|今儿|昨天(?:晚上|早上|上午|下午)?|昨晚"
        r"|昨日|前天|刚才|刚刚(?=[^通拿入])|(?:这|那)(?:一)?(?:次|回|天|会儿?)|早上|上午|中午"
        r"|下午|晚上|凌晨|此刻|这会儿",
    ),
    (
        "soon",
        r"明天(?:早上|上午|下午|晚上)?|明晚|明早|待会儿?|等会儿?|一会儿?|稍后|等下|马上|这就"
        r"|这周末|这个?周末|本周末?|等你",
    ),
    (
        "date",
        rf"后天|(?:去年|前年|今年|明年|后年|上个月|这个月|本月|下个月|上周|上个星期|这周|下周"
        rf"|下个?星期|大前年|[0-9]{{2,4}}年)(?:的)?(?:{_MONTH_DAY}|[一二三四五六日天末]|年?底"
        rf"|年?初|春天|夏天|秋天|冬天|暑假|寒假|上半年|下半年|{_DIGITS}{{1,3}}[日号])?(?:的时候)?"
        rf"|{_MONTH_DAY}|月底|年底|年初|月初|春节|国庆|五一|暑假|寒假|过年|圣诞节?"
        rf"|{_DIGITS}{{1,3}}(?:天|周|个?月|年)(?:后|前|以后|之后|以内|内)",
    ),
    (
        "future",
        r"将来|未来|有朝一日|总有一天|过几天|过段时间|过阵子|等[^，]{1,10}(?:之?后|以后)|毕业后"
        r"|退休后|有机会(?:的话)?|接下来|下一步|下次|很快",
    ),
    ("ongoing", r"正在|正|在(?=[学读写练看追自备研准考找筹减健戒玩做])|还在|仍(?:然|在)?|依然"),
    (
        "degree",
        r"非常|特别|超级|超|尤其|真的(?:是)?|真(?=[的想喜爱讨])|确实|实在|比较|相当|十分|格外"
        r"|更加?|最(?!近|后|初|终)|很|挺|蛮|还(?:是)?|也|都|就|又|才|已经|刚刚?|自己|自|亲自"
        r"|一个人|一般|完全|绝对|向来|天生|从小(?:就|到大)?|打小(?:就)?|稍微|略"
        r"|有点(?=[怕想喜爱讨])",
    ),
    (
        "topic",
        r"代码(?=[^，]{0,4}(?:统一|一律|都|默认))|(?:写|做|回答|回复|翻译|解释|生成|画|列|起草)[^，我]{0,8}?(?:的时候|时(?!候|间))"
        r"|对于?[^，我过感]{2,20}(?=$|，)|在[^，]{1,12}(?:的时候|时(?!候|间)|方面)(?=$|，|我)"
        r"|(?:除了)[^，]{1,16}(?:之外|以外|外)",
    ),
)
_SUBJECTS: tuple[tuple[Subject, str], ...] = (
    (
        "family",
        rf"(?:我们?(?:的|家(?:里)?(?:的)?)?(?:大|小|二|亲|前|养的|那只|这只)?"
        rf"|家里?(?:的)?){_KIN}(?:的)?(?![们\u4e00-\u9fff]{{0,2}}(?:说|问|觉得|让|叫我|想让|建议"
        rf"|发))(?:他|她|它)?(?:和[^，]{{1,6}}?(?=[是对在有]))?",
    ),
    (
        "we",
        r"(?:我们|咱们|我司|我家(?![在住])|咱家|家里|俺们)(?!聊|明天|下次|可以|能|再|继续|来|先|应该)",
    ),
    (
        "self",
        r"我(?:和|跟|与)[^，我你]{1,7}?(?=打算|计划|准备|正在|都|住|养|一起|明年|下个?月|今年|刚"
        r"|在|想|要|有|结婚)|(?:我|本人|俺|在下|我自己|我本人)(?!们|司|家(?![在住])|国|方|校)(?:自己|本人"
        r"|个人|这(?:个)?人|呢|呀)?",
    ),
)
_KINDS: tuple[str, ...] = tuple(name for name, _ in (*_SUBJECTS, *_LEAD))
_DATED = re.compile(dict(_LEAD)["date"])
_TOKEN = re.compile("|".join(f"({pattern})" for _, pattern in (*_SUBJECTS, *_LEAD)), re.IGNORECASE)
_BLANKS = re.compile(r"[ \t，、~～]*")
_MOST_TOKENS = 14

_EMPTY_OBJECT = re.compile(
    rf"(?:的|了|过|着|吗|呢|吧|啊|呀|哦|哈)*$|[吃喝看听玩用做]?(?:的|过)|[吃喝玩]$|而已|罢了|(?:和|跟|与|陪|被|让|听|问|给)?(?:你|您)"
    rf"|(?:上)?(?:这|那)(?!么|座)|[看听用吃喝玩读和跟与陪]?(?:它|他|她)(?:们)?|什么|哪|谁|怎么"
    rf"|一下|{MASK}*$"
)
_NOT_NAME = re.compile(
    r"外卖|救护|不|过|滴滴|车|什么|啥|他|她|它|你|我|人|做|醒|停|板|好|座|嚣|苦|卖|喊|早|号|一|这"
    r"|那|个|出租|代驾|.*(?:来|去|吃|回|帮|吗)$"
)
_NOT_PEOPLE = re.compile(
    r"(?:.?[个名位种些]|.*[别他男女好坏老病大穷富新熟路同客家主机证爱情恋工军诗牛狠当常普成年通轻"
    r"代过]|什么|哪里|一个.*)$"
)
#: Somebody else at the head of the predicate, or as the subject of what the user knows or thinks.
_OTHERS = re.compile(
    r"(?:知道|觉得|听说|认为|发现|感觉|看到|记得|听|的)?(?:他|她|它|你|您|大家|别人|人家|有人"
    r"|有些人|很多人|人们|这|那|其他|老板|老师|同事|同学|朋友|室友|领导|客户|网友|邻居"
    r"|公司(?!上班|工作)|孩子们)"
)
_ADDRESSEE = re.compile(r"你|您|[给让对被跟和陪][他她它]")
_NO_HABIT = re.compile(
    r"想着?|觉得|感到|感觉|很|有点|有些|是(?!在)|没|不知道|做了|在等|为什么|[^，]{0,8}了$|有人|被"
    r"|遇到|出现|发现|听到|看到"
)
_LASTING_EVENT = re.compile(r"了(?:一|两|几|三)|了$|过$")


class Chinese:
    """The Chinese side of the engine."""

    rules: Sequence[Rule] = (
        *ZH_DIRECTIVES,
        *ZH_TASTES,
        *ZH_PERSON,
        *ZH_DOINGS,
    )
    drops_subject = True
    remember = ZH_REMEMBER
    supposing = re.compile(
        r"如果|假如|假设|假若|假使|倘若|倘使|要是|万一|若是|若(?=我)|设想|想象(?:一下)?|即使|即便"
        r"|哪怕|就算|除非|比方说|打个比方|的话[，,]"
    )
    insincere = re.compile(
        r"可太(?:喜欢|爱|棒|好|会)|太(?:喜欢|爱|棒)了.{0,12}(?:呵呵|才怪)|才怪|呵呵|真是(?:谢谢"
        r"|太谢谢)|我谢谢|谁发明的|（狗头）|\[狗头\]|反话|说反了"
        r"|(?:我|你)(?:没|从没|从来没)说过|(?:我)?(?:不是|并非)(?:说|想说)|开玩笑|瞎编|举个例子"
        r"|例句|造句|歌词|台词|梦见|梦到|梦里"
    )
    unasserted = re.compile(
        r"吗[？?]?$|么[？?]$|是不是|对不对|好不好|行不行|可不可以|能不能(?!够)|会不会|该不该"
        r"|为什么|怎么(?:办|样|做)|多少|(?:什么|谁|哪[个里些种儿])(?!都|也|时候都|人都)"
    )
    introduces = re.compile(
        r"记|顺便|提醒|注意|情况|背景|介绍|关于我|补充|备注|说明|PS|前提|需求|偏好|习惯|以后|要求"
        r"|信息",
        re.IGNORECASE,
    )

    def parse(self, text: str, start: int) -> Parsed:
        subject: Subject = "none"
        flags: set[str] = set()
        position = 0
        for _ in range(_MOST_TOKENS):
            position = _BLANKS.match(text, position).end()  # type: ignore[union-attr]
            token = _TOKEN.match(text, position)
            if token is None or token.end() == position:
                break
            kind = _KINDS[(token.lastindex or 1) - 1]
            if kind in _SUBJECT_OF:
                if subject not in {"none", _SUBJECT_OF[kind]}:
                    break
                subject = _SUBJECT_OF[kind]
            elif kind in _BEFORE_SUBJECT and subject != "none":
                break
            else:
                flags.add(kind)
            position = token.end()
        if subject == "none" or subject == "self":
            subject = "other" if _OTHERS.match(text, position) else subject
        if _DATED.search(text, position):
            flags.add("date")
        if _LASTING_EVENT.search(text):
            flags.add("event")
        return Parsed(subject, frozenset(flags), text[position:], start + position)

    def accepts(self, rule: Rule, parsed: Parsed, match: re.Match[str]) -> bool:
        groups = match.groupdict()
        slot = groups.get("object") or groups.get("object2") or ""
        if parsed.subject == "none" and rule.family in _NEEDS_SUBJECT and _IMPERSONAL.search(slot):
            return False
        if rule.family in {"like", "diet", "favourite", "tool"} and _EMPTY_OBJECT.match(slot):
            return "object" in groups and rule.name in {"diet.kind"}
        if rule.name in {"name", "name.greeting"}:
            return _is_name(rule, slot)
        if rule.name == "home.from" and slot and _NOT_PEOPLE.match(slot):
            return False
        if rule.family in {"habit", "doing", "complaint", "plan", "learn"}:
            return not (_ADDRESSEE.search(slot) or (rule.name == "habit" and _NO_HABIT.match(slot)))
        return True

    def continues(self, rule: Rule, text: str) -> bool:
        if rule.reach == "rest":
            return True
        if rule.reach != "list" or "你" in text:
            return False
        more = _CONTINUES_OF.get(rule.family)
        return bool(_CONTINUES.match(text) or (more is not None and more.match(text)))

    def word(self, text: str, rule: Rule, said_at: datetime) -> str:
        return word(text, rule, said_at)


_NEEDS_SUBJECT = frozenset({"like", "diet", "work", "household", "plan"})
#: A sentence about liking or working as such: "喜欢魔术的确实比较少".
_IMPERSONAL = re.compile(
    r"是|的(?:人|确实|都|很|比较|话|时候|同学|朋友)|很好|也(?:很|不|可以)|可以|应该"
)
_BEFORE_SUBJECT = frozenset({"opening", "greeting"})
_SUBJECT_OF: dict[str, Subject] = {"self": "self", "we": "we", "family": "family"}
_CONTINUES = re.compile(
    r"[^，我你]{1,8}(?:系|专业|学院)$|"
    r"(?:尤其|特别|包括|比如|例如|譬如|像是?|还有|以及|或者|和|等等|甚至|主要是|顺便|顺带|想顺便"
    r"|然后|并|或|以便|目标|大概|预计|一共|为期|而且)"
)
#: What only goes on with statements of one kind: names of pets, exceptions of a diet, what an
#: illness rules out.
_CONTINUES_OF = {
    "household": re.compile(r"[一两俩]?[只个条匹](?:叫|是)|(?:分别|名字)?叫"),
    "diet": re.compile(r"(?:但是?|不过)(?:还|也)?(?:可以|能|会)?吃|(?:可以|能)吃(?!什么|啥)"),
    "skill": re.compile(r"只会|只能"),
    "body": re.compile(r"(?:所以)?(?:不能|不可以|没法|不适合)"),
    "habit": re.compile(r"(?:一|每|隔)?(?:周|天|星期|个?月)[^，]{0,4}[次天小]"),
    "tool": re.compile(r"(?:不用|没用|而不是|不是)(?!了|管|说|谢)"),
}
_SURNAMES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范"
    "金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤宫欧施尚温庄柴"
)


def _is_name(rule: Rule, slot: str) -> bool:
    if _NOT_NAME.match(slot):
        return False
    if rule.name == "name.greeting":
        return slot[0] in _SURNAMES or slot[0] in "小老阿" or slot.isascii()
    return len(slot) <= 4 or not re.search(r"[\u4e00-\u9fff]{5}", slot)
