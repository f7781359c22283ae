"""What people say about themselves in Chinese, as a table: likes, dislikes, diets and health.

Patterns are matched in Simplified characters at the predicate, after the subject and the
adverbs; flags are those that :mod:`memoryx.extraction.rules.zh` reads. The first rule that
fits wins.
"""

from __future__ import annotations

from memoryx.extraction.rules.grammar import Rule, rule

_OBJECT = r"(?P<object>.+)"
_ILLNESS = (
    r"(?:糖尿病|高血压|低血压|低血糖|高血脂|心脏病|哮喘|抑郁症?|焦虑症|双相|贫血|胃炎|胃病|肠炎"
    r"|鼻炎|湿疹|痛风|癫痫"
    r"|甲亢|甲减|偏头痛|颈椎病|关节炎|肾结石|结石|脂肪肝|乙肝|失眠症?|色盲|色弱|近视|多动症"
    r"|自闭症|乳糖不耐受?"
    r"|[^，。的]{1,6}(?:症|炎|癌|综合征|病史|过敏史))"
)
_BODY_PART = (
    r"(?:左|右)?(?:膝盖?|腰椎?|颈椎|肩膀?|手腕|脚踝|脚|腿|后?背|肠?胃|心脏|眼睛|耳朵|牙齿?|皮肤|嗓子"
    r"|肝|肾|肺)"
)
_FEELING = (
    r"(?:(?:感到|觉得|感觉)(?:很|非常|特别|十分|有些|有点|自己|压力|比较|越来越"
    r"|身体)*(?=.{0,6}(?:焦虑|压力|疲|累|孤|迷茫|无助|力不从心|紧张|烦|自卑|困|痛|疼|沮丧|压抑"
    r"|不够|不如|晕|冷))|拖(?:延|到|拉)|失眠|熬夜|焦虑|紧张|头痛|头疼|胃痛|胃疼|腰疼|犯困|忘事"
    r"|忘记|迟到|走神|分心|睡不着|睡不好"
    r"|力不从心|害羞|后悔|冲动|生气|发脾气|不自信|完美主义)"
)
_SELF_FAMILY = "self none family"
_SELF = "self none"

# fmt: off
ZH_TASTES: tuple[Rule, ...] = (
    # likes and dislikes
    rule("favourite", ("preference", "preference"), 0.9,
         r"(?:的)?(?:喜欢|爱)(?:吃|喝|看|听|玩|读|用)?的(?P<what>[^是，]{1,10}?)(?:就)?(?:是"
         r"|叫)(?!你|什么|哪)"
         + _OBJECT,
         key="favourite:{what}", reach="list"),
    rule("like.not", ("preference", "preference"), 0.88,
         r"(?:从来|一点|根本|再)?(?:都|也)?(?:不(?:太|大|怎么|再|是很|是特别)?(?:喜欢|爱|想再)|讨厌"
         r"|厌恶|厌烦|受不了|忍受不了|无法忍受|反感"
         r"|看不惯|嫌弃|恨(?!不得))"
         + _OBJECT,
         family="like", subjects=_SELF, key="likes:{object}", reach="list"),
    rule("like", ("preference", "preference"), 0.86,
         r"(?:是)?(?:喜欢(?!过)(?:的是)?|喜爱|爱(?=[吃喝看听玩打用去做睡养读])|爱(?!人|情|好|的"
         r"|你|上|心|他|她|它|国|护|惜)|热爱|酷爱"
         r"|偏爱|偏好|钟爱|热衷于?|沉迷于?|着迷于?|享受|迷上了?|爱上了?|习惯用|习惯于"
         r"|(?:更)?倾向于?|痴迷于?)"
         + _OBJECT,
         subjects=_SELF_FAMILY, key="likes:{object}", reach="list"),
    rule("like.fear", ("preference", "personal"), 0.74,
         r"(?:怕|害怕|恐惧|恐)(?!.*(?:不|没|了|的话)|我|你|他|她|会|是|来|错|麻烦|万一|到时"
         r"|自己)(?P<object>[^，]{1,8})$",
         family="like", key="likes:{object}"),
    rule("like.interest", ("preference", "preference"), 0.8,
         r"对(?P<object>[^，]{1,24}?)(?:一直|都|也|还|更|最|很|挺|蛮|非常|特别|比较|十分"
         r"|极)*(?:不(?:太|怎么)?)?(?:感兴趣|有兴趣|着迷|没兴趣|无感|情有独钟)",
         family="like", subjects=_SELF, key="likes:{object}"),
    rule("like.hobby", ("preference", "preference"), 0.88,
         r"(?:的)?(?:业余|兴趣|个人)?(?:爱好|兴趣|嗜好)(?:主要|就)?(?:是|有|包括)(?!什么)"
         + _OBJECT,
         family="like", reach="list"),
    rule("diet", ("preference", "preference"), 0.86,
         r"(?:从来|从|一直|基本|都|现在|一点|再也|已经|早就)*(?:不(?:能|可以|敢|再)?(?:吃|喝|碰|沾)(?!完|到|了|下"
         r"|起|上|过|饱|早|午|晚|药|饭|亏|醋|惊))"
         + _OBJECT,
         subjects=_SELF_FAMILY, key="likes:{object}", reach="list"),
    rule("diet.quit", ("context", "health"), 0.85,
         r"(?:正在|在|正|已经|刚)*戒(?:掉|断)?了?"
         r"(?P<object>烟|酒|糖|咖啡|奶茶|可乐|茶|零食|甜食|肉|辣)(?:了)?$",
         family="diet", subjects=_SELF_FAMILY, key="likes:{object}"),
    rule("diet.hours", ("preference", "preference"), 0.82,
         r"(?:晚上|下午|中午|早上)?(?P<object>[^，]{1,6}(?:点|以后|之后)(?:以?后|之?后)?(?:就|都)?不(?:能|再)?[吃喝][^，了]{1,8})$",
         family="diet", subjects="self", forbids="chat past soon"),
    rule("diet.used", ("preference", "preference"), 0.8,
         r"吃不惯(?P<object>[^，]{1,10})",
         family="diet", subjects=_SELF_FAMILY, key="likes:{object}", reach="list"),
    rule("diet.kind", ("preference", "preference"), 0.86,
         r"(?:是(?:一?(?:个|名|位))?)?(?P<object>(?:纯|全|蛋奶)?(?:素食|吃素|严格素食)(?:主义者"
         r"|者)?|清真|生酮|无麸质|低碳(?:水)?)(?:饮食)?(?:了)?(?!餐|吗)",
         family="diet", subjects=_SELF, key="diet", reach="list"),
    # health
    rule("allergy", ("context", "health"), 0.95,
         r"(?:有(?:严重的?)?(?P<object2>[^，对]{1,10}?)过敏|对(?P<object>[^，]{1,20}?)(?:都|也"
         r"|有点|有些|严重|重度|轻度|轻微|非常|很|特别|不|会|也不|并不)*过敏)",
         subjects=_SELF_FAMILY, key="allergy:{object}", reach="list"),
    rule("illness", ("context", "health"), 0.88,
         r"(?:有|是(?=[^，]{2,8}患者)|患有|患上?了?|得了|得过|确诊(?:了|为|是|得了)?"
         r"|被(?:医生)?(?:诊断|查)(?:出|为|患有|是|得了)*)(?:了)?(?:轻度|中度|重度|严重的?"
         r"|先天性?|慢性|[0-9一二]型|多年的?|点)*(?P<object>"
         + _ILLNESS
         + ")",
         subjects=_SELF_FAMILY, key="illness:{object}"),
    rule("body", ("context", "health"), 0.85,
         r"(?:正在|在|已经|刚|准备)*(?:怀孕(?P<a>.{0,8})$|备孕|怀了(?:二胎|三胎)"
         r"|(?P<quit>戒(?:烟|酒|糖|咖啡|奶茶))|是(?:左撇子|色盲|色弱|敏感肌|干皮|油皮)"
         r"|[^，]{0,6}做过.{0,10}手术)",
         subjects="self none family"),
    rule("body.part", ("context", "health"), 0.84,
         rf"(?:的)?(?P<object>{_BODY_PART}(?:一直|以前|曾经?|都|也)?(?:有(?:点|些)?(?:旧?伤|问题|毛病"
         r"|结节|积水|炎症)|受过伤|不(?:太|大)?好(?!意思|用|看|吃)|(?:做|动)过[^，]{0,6}手术|骨折过|突出|劳损).*)",
         family="body", subjects="self family", forbids="day chat", reach="list"),
    rule("complaint", ("context", "personal"), 0.76,
         r"(?:还是)?(?:会|都会|都|在|容易)?(?P<object>"
         + _FEELING
         + ").*",
         needs="always topic", forbids="day chat"),
    rule("complaint.weak", ("context", "health"), 0.55,
         r"(?:工作|学习|生活|会|都|身体|心情|精神|状态|容易|有些|有点|很|非常|特别|感到|觉得"
         r"|感觉|自己)*(?P<object>压力|疲惫|疲倦|焦虑|失眠|抑郁|压抑|孤独|头痛|头疼|睡不着"
         r"|睡不好|不舒服|睡眠不好)(?P<rest>.*)",
         family="complaint", needs="recent habit always", forbids="day chat past"),
    rule("complaint.self", ("context", "personal"), 0.8,
         r"发现自己(?:总是|老是|经常|常常|容易|越来越|还是)"
         + _OBJECT,
         family="complaint", reach="list"),
)
# fmt: on
