"""What people say about themselves in Chinese, as a table: habits, learning, plans and the past.

Patterns are matched in Simplified characters at the predicate, after the subject and the
adverbs; flags are those that :mod:`memoryx.extraction.rules.zh` reads. The first rule that
fits wins.
"""

from __future__ import annotations

from memoryx.extraction.rules.grammar import Rule, rule

_OBJECT = r"(?P<object>.+)"
#: Verbs of a plan whose object is the talk itself: not a plan.
_TALK = (
    r"(?!(?:要)?(?:再)?(?:听|问|请|知道|聊|说|谈|讲(?!师)|(?:用[^，]{1,12})?(?:写|做|弄|搞|画|改"
    r"|生成|整|爬)(?:一)?(?:个|份|张|段|篇|下)(?!人|家|好)|分享|告诉|了解|咨询|确认|确定|请教"
    r"|跟你|和你|找你|让你|给你|"
    r"听听|看看(?:你|有)|你|先|顺便|试|要你|一下|象|法|到|起|不(?:到|起|出|通)|念|必|尽|选))"
)
_LEARN = (
    r"(?:自学|学习|学(?![到会得生校期院历完]|了到)|练习|练(?!了)|进修|攻读|备考"
    r"|准备(?=.{0,10}(?:考试|考研|雅思|托福|面试|答辩|比赛))"
    r"|研究(?!生)|钻研|上(?=.{1,10}课)|恶补)"
)

# fmt: off
ZH_DOINGS: tuple[Rule, ...] = (
    # what the user does and learns
    rule("learn", ("objective", "activity"), 0.82,
         r"(?:都|又|还|也|重新|开始|一直|正|才)*(?:在)?(?:重新|系统地?|认真|开始"
         r"|跟着?[^，]{1,6})?"
         + _LEARN
         + r"(?:了)?(?!一下|你)"
         + _OBJECT,
         subjects="self", needs="recent ongoing nowadays since", forbids="day chat",
         reach="list"),
    rule("habit.since", ("context", "activity"), 0.76,
         r"(?P<object>(?:健身|跑步|游泳|早起|减肥|坚持|写|读|练|玩|养|做|用)[^，吗]{0,16})$",
         family="habit", needs="since", forbids="day chat past", reach="list"),
    rule("learn.did", ("context", "activity"), 0.78,
         r"(?:刚|已经|也)*(?:学会了|(?:注册|报名?|报考|参加|加入)了(?=[^，]{0,14}(?:课|班|比赛"
         r"|考试|马拉松|训练|培训|营|社|俱乐部|健身房|协会|小组)))"
         + _OBJECT,
         family="learn", subjects="self none", forbids="past"),
    rule("doing", ("context", "activity"), 0.74,
         r"(?:都|也|还|一直|正|开始|重新)*(?:在)?(?:看|读|追|玩|写|做|戒|减肥|健身|规律|养成"
         r"|坚持|整理|装修|攒钱|存钱|理财|听|用|跑|练|画|带|照顾|适应)(?!到|见|来|过|了|一下"
         r"|起来|什么|得|不|完|梦)"
         + _OBJECT,
         needs="recent", forbids="day chat event", reach="list"),
    rule("group", ("context", "activity"), 0.74,
         r"(?:和|跟|与)[^，]{1,10}(?:一起)?(?:组|建|成立|组建|创办|开)了"
         + _OBJECT,
         needs="recent", reach="list"),
    rule("habit", ("context", "activity"), 0.76,
         r"(?:都|也|还|就|会|要|去|习惯(?!了)|坚持|自己|在|和[^，]{1,8}一起"
         r"|尽量)*(?P<object>[^，]{2,60})",
         subjects="self", needs="habit", forbids="day chat past wish", reach="list"),
    rule("habit.keep", ("context", "activity"), 0.78,
         r"(?:一直|还|都|也)*(?:坚持(?!不|到底)(?P<object>[^，]{2,})|(?:养成了?|保持着?"
         r"|有)[^，]{2,24}的?习惯(?P<rest>.*)|(?:从来|一直|都|基本)*不吃(?:早|午"
         r"|晚)[饭餐](?P<meal>.*))",
         family="habit", forbids="day chat past", reach="list"),
    rule("habit.start", ("context", "activity"), 0.74,
         r"(?:又|也|都|已经|重新)*开始(?!时|了吗|觉得|感到|感觉|怀疑|担心|想|的|有|吧"
         r"|$)(?P<object>.{2,})",
         family="habit", forbids="day chat past", reach="list"),
    rule("doing.now", ("context", "activity"), 0.74,
         r"(?:看|读|追|玩|听|练)(?=.{0,12}(?:《|一本|一部|一套|系列|小说))"
         + _OBJECT,
         family="doing", needs="ongoing", forbids="day chat past", reach="list"),
    rule("habit.weak", ("context", "activity"), 0.72,
         r"(?:会|要|去)(?!感到|觉得|感觉|想|有(?:点|些)|很|怀疑|担心|害怕)"
         + _OBJECT,
         family="habit", subjects="self", needs="sometimes", forbids="day chat past",
         reach="list"),
    rule("habit.will", ("context", "activity"), 0.5,
         r"会(?!注意|努力|尽|尝试|试|去(?:试|尝试|看|查)|考虑|好好|继续|认真|记|按|遵|加油|的"
         r"|珍惜|听取|再)(?P<object>[^，]{3,})",
         family="habit", forbids="day chat", reach="list"),
    # what is to come
    rule("plan", ("objective", "plan"), 0.84,
         r"(?:都|也|还)*(?:正)?(?:在)?(?:打算|计划(?!书|表|里)|筹划|谋划|盘算着?"
         r"|决定(?:了)?(?:要)?|(?:的)?(?:人生|长期|短期|今年|新年|职业|最终|下一个)?(?:目标"
         r"|梦想|理想|心愿|愿望)(?:就)?是)"
         + _TALK
         + _OBJECT,
         subjects="self none", forbids="day chat", reach="list"),
    rule("plan.wish", ("objective", "plan"), 0.76,
         r"(?:都|也|还|就)*(?:是)?(?:有点|有些)?(?:想(?:要)?|希望(?:自己)?(?:能|能够|可以|将来"
         r"|有机会)?|梦想着?|渴望|期待着?)"
         + _TALK
         + r"(?:再)?(?P<object>(?:能|能够|多|自己|尽快|早日)*(?:去|学|考|买|换|成为|当|搬"
         r"|开(?=[^，]{0,4}[家店公工])|创办|创业|做(?=[^，]{0,8}(?:自由职业|博主|生意|副业|医生"
         r"|老师|自己))|写(?=[^，]{0,10}(?:小说|书|博客|专栏|日记))|拥有|养成?|减肥|减重|瘦|戒"
         r"|提[高升]|培养|(?:建立|搭建|组建)(?=[^，]{0,4}自己)|装备|参加|完成|攻读|申请|移民|回"
         r"|拿到|存|攒|找到|实现|改善|练|健身|在[^，]{1,12}(?:前|内)).+)",
         subjects="self", forbids="day chat soon near past", reach="list"),
    rule("plan.consider", ("objective", "plan"), 0.76,
         r"(?:都|也|还|一直|正)*(?:在)?(?:考虑|准备|想着|犹豫|纠结)(?:要不要|是否|是不是|着)?"
         + _TALK
         + r"(?!吃|睡|休息|洗|出门|好了|的)"
         + _OBJECT,
         needs="recent ongoing future nowadays date",
         forbids="day chat soon near past", reach="list"),
    rule("plan.dated", ("objective", "plan"), 0.84,
         r"(?:都|也|还|就|已经|正式)*(?:要|会|将|准备|得|打算)(?:去|到|回|搬|考|参加|出差|结婚"
         r"|毕业|入职|生|飞|做手术|举办|办|开学|退休|离开|开始|上|带|出国|旅行|旅游|比赛|演讲"
         r"|答辩|面试|交)"
         r"(?P<object>.*)",
         subjects="self we family none", needs="future date", forbids="day soon chat",
         reach="list"),
    rule("plan.will", ("objective", "plan"), 0.5,
         r"(?:会|将|要)(?:去)?(?:开始|尝试|试着|努力)?(?:学习?|报名|准备|戒|练)(?!着|会|到)"
         + _OBJECT,
         forbids="day chat", reach="list"),
    rule("plan.any", ("objective", "plan"), 0.5,
         r"(?:都|也|还|就|很)*(?:想(?:要)?|希望(?:能|可以)?)"
         + _TALK
         + r"(?P<object>[^，]{3,})",
         family="plan", forbids="day chat soon near past", reach="list"),
    rule("tool.any", ("context", "professional"), 0.55,
         r"(?:在)?(?:用|使用)(?:的是)?(?!这|它|你|他|她|户|力|心)(?P<object>.*[A-Za-z].*)",
         family="tool", subjects="self we", forbids="day chat past"),
    # transitions and the past
    rule("past", ("context", "personal"), 0.72,
         r"(?:是|都|就|也|一直)*(?:在(?=.{0,16}(?:工作|上班|上学|读|做|当))|住|用|做(?!过|完|了"
         r"|得)|当(?!时|然)|抽烟|喝酒|养|学(?!过|到|会)|怕|玩|吃(?!过|了)|不(?=[吃喝喜爱会抽])"
         r"|喜欢)(?P<object>.+)",
         family="transition", needs="past", forbids="day chat"),
)
# fmt: on
