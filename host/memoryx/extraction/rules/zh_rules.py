"""What people say about themselves in Chinese: the table of rules.

Patterns are matched in Simplified characters at the predicate, after the subject and the
adverbs. The flags are those that :mod:`memoryx.extraction.rules.zh` reads from the adverbs.
"""

from __future__ import annotations

from memoryx.extraction.rules.grammar import Rule, rule

_NUMBER = r"(?:[0-9]{1,3}|[零一二两俩三四五六七八九十几]{1,4})"
_OBJECT = r"(?P<object>.+)"
#: Verbs of a plan whose object is the talk itself: not a plan.
_TALK = (
    r"(?!(?:要)?(?:再)?(?:听|问|请|知道|聊|说|谈|讲(?!师)|(?:用[^，]{1,12})?(?:写|做|弄|搞|画|改|生成|整|爬)(?:一)?(?:个|份|张|段|篇|下)(?!人|家|好)|分享|告诉|了解|咨询|确认|确定|请教|跟你|和你|找你|让你|给你|"
    r"听听|看看(?:你|有)|你|先|顺便|试|要你|一下|象|法|到|起|不(?:到|起|出|通)|念|必|尽|选))"
)
_JOBS = (
    r"(?:工程师|程序员|程序猿|码农|医生|大夫|护士|药师|教师|老师|教授|讲师|设计师|建筑师|架构师|律师|法官|会计师?|审计"
    r"|司机|厨师|作家|作者|记者|编辑|编剧|导演|演员|歌手|画家|摄影师|翻译|经理|总监|主管|助理|秘书|顾问|分析师|科学家"
    r"|研究员|开发者?|前端|后端|测试|运维|运营|销售|客服|公务员|警察|消防员|军人|飞行员|店主|农民|工人|商人|老板"
    r"|创业者|创始人|自由职业者?|家庭主妇|全职(?:妈妈|爸爸|太太)|主播|博主|教练|治疗师|咨询师|兽医|木匠|电工|技术员|负责人)"
)
_STUDENT = r"(?:学生|研究生|博士生?|硕士生?|本科生|大学生|高中生|初中生|中学生|留学生|博士后)"
_ILLNESS = (
    r"(?:糖尿病|高血压|低血压|低血糖|高血脂|心脏病|哮喘|抑郁症?|焦虑症|双相|贫血|胃炎|胃病|肠炎|鼻炎|湿疹|痛风|癫痫"
    r"|甲亢|甲减|偏头痛|颈椎病|关节炎|肾结石|结石|脂肪肝|乙肝|失眠症?|色盲|色弱|近视|多动症|自闭症|乳糖不耐受?"
    r"|[^，。的]{1,6}(?:症|炎|癌|综合征|病史|过敏史))"
)
_PEOPLE = (
    r"(?:女儿|儿子|孩子|宝宝|娃|双胞胎|弟弟|妹妹|哥哥|姐姐|孙子|孙女|女朋友|男朋友|女友|男友|对象|老婆|老公|未婚妻|未婚夫)"
)
_FEELING = (
    r"(?:(?:感到|觉得|感觉)(?:很|非常|特别|十分|有些|有点|自己|压力|比较|越来越|身体)*(?=.{0,6}(?:焦虑|压力|疲|累|孤|迷茫|无助|力不从心|紧张|烦|自卑|困|痛|疼|沮丧|压抑|不够|不如|晕|冷))|拖(?:延|到|拉)|失眠|熬夜|焦虑|紧张|头痛|头疼|胃痛|胃疼|腰疼|犯困|忘事|忘记|迟到|走神|分心|睡不着|睡不好"
    r"|力不从心|害羞|后悔|冲动|生气|发脾气|不自信|完美主义)"
)
_LEARN = (
    r"(?:自学|学习|学(?![到会得生校期院历完]|了到)|练习|练(?!了)|进修|攻读|备考|准备(?=.{0,10}(?:考试|考研|雅思|托福|面试|答辩|比赛))"
    r"|研究(?!生)|钻研|上(?=.{1,10}课)|恶补)"
)

_SELF_FAMILY = "self none family"
_SELF = "self none"

ZH_RULES: tuple[Rule, ...] = (
    # ── likes and dislikes ──────────────────────────────────────────────
    rule("favourite", r"(?:的)?(?:喜欢|爱)(?:吃|喝|看|听|玩|读|用)?的(?P<what>[^是，]{1,10}?)(?:就)?(?:是|叫)(?!你|什么|哪)" + _OBJECT,
         ("preference", "preference"), 0.9, key="favourite:{what}", reach="list"),
    rule("like.not", r"(?:从来|一点|根本)?(?:都|也)?(?:不(?:太|大|怎么|是很|是特别)?(?:喜欢|爱|想再)|讨厌|厌恶|厌烦|受不了|忍受不了|无法忍受|反感"
         r"|看不惯|嫌弃|恨(?!不得))" + _OBJECT, ("preference", "preference"), 0.88, family="like", subjects=_SELF,
         key="likes:{object}", reach="list"),
    rule("like", r"(?:是)?(?:喜欢(?!过)(?:的是)?|喜爱|爱(?=[吃喝看听玩打用去做睡养读])|爱(?!人|情|好|的|你|上|心|他|她|它|国|护|惜)|热爱|酷爱"
         r"|偏爱|偏好|钟爱|热衷于?|沉迷于?|着迷于?|享受|迷上了?|爱上了?|习惯用|习惯于|(?:更)?倾向于?|痴迷于?)" + _OBJECT,
         ("preference", "preference"), 0.86, subjects=_SELF_FAMILY, key="likes:{object}", reach="list"),
    rule("like.fear", r"(?:怕|害怕|恐惧|恐)(?!.*(?:不|没|了|的话)|我|你|他|她|会|是|来|错|麻烦|万一|到时|自己)(?P<object>[^，]{1,8})$",
         ("preference", "personal"), 0.74, family="like", key="likes:{object}"),
    rule("like.interest", r"对(?P<object>[^，]{1,24}?)(?:一直|都|也|还|更|最|很|挺|蛮|非常|特别|比较|十分|极)*(?:不(?:太|怎么)?)?(?:感兴趣|有兴趣|着迷|没兴趣|无感|情有独钟)",
         ("preference", "preference"), 0.8, family="like", subjects=_SELF, key="likes:{object}"),
    rule("like.hobby", r"(?:的)?(?:业余|兴趣|个人)?(?:爱好|兴趣|嗜好)(?:主要|就)?(?:是|有|包括)(?!什么)" + _OBJECT,
         ("preference", "preference"), 0.88, family="like", reach="list"),
    rule("diet", r"(?:从来|从|一直|基本|都|现在|一点)*(?:不(?:能|可以|敢)?(?:吃|喝|碰|沾)(?!完|到|了|下|起|上|过|饱|早|午|晚|药|饭|亏|醋|惊))" + _OBJECT,
         ("preference", "preference"), 0.86, subjects=_SELF_FAMILY, key="likes:{object}", reach="list"),
    rule("diet.kind", r"(?:是(?:一?(?:个|名|位))?)?(?P<object>(?:纯|全|蛋奶)?(?:素食|吃素|严格素食)(?:主义者|者)?|清真|生酮|无麸质|低碳(?:水)?)(?:饮食)?(?:了)?(?!餐|吗)",
         ("preference", "preference"), 0.86, family="diet", subjects=_SELF, key="diet"),
    # ── health ──────────────────────────────────────────────────────────
    rule("allergy", r"(?:有(?:严重的?)?(?P<object2>[^，对]{1,10}?)过敏|对(?P<object>[^，]{1,20}?)(?:都|也|有点|有些|严重|重度|轻度|轻微|非常|很|特别|不|会|也不|并不)*过敏)",
         ("context", "health"), 0.95, subjects=_SELF_FAMILY, key="allergy:{object}", reach="list"),
    rule("illness", r"(?:有|是(?=[^，]{2,8}患者)|患有|患上?了?|得了|得过|确诊(?:了|为|是|得了)?|被(?:医生)?(?:诊断|查)(?:出|为|患有|是|得了)*)(?:了)?(?:轻度|中度|重度|严重的?|先天性?|慢性|[0-9一二]型|多年的?|点)*(?P<object>" + _ILLNESS + ")",
         ("context", "health"), 0.88, subjects=_SELF_FAMILY, key="illness:{object}"),
    rule("body", r"(?:正在|在|已经|刚|准备)*(?:怀孕(?P<a>.{0,8})$|备孕|怀了(?:二胎|三胎)|(?P<quit>戒(?:烟|酒|糖|咖啡|奶茶))|是(?:左撇子|色盲|色弱|敏感肌|干皮|油皮)|[^，]{0,6}做过.{0,10}手术)",
         ("context", "health"), 0.85, subjects="self none family"),
    rule("complaint", r"(?:还是)?(?:会|都会|都|在|容易)?(?P<object>" + _FEELING + ").*", ("context", "personal"), 0.76,
         needs="always topic", forbids="day chat"),
    rule("complaint.weak", r"(?:工作|学习|生活|会|都|身体|心情|精神|状态|容易|有些|有点|很|非常|特别|感到|觉得|感觉|自己)*(?P<object>压力|疲惫|疲倦|焦虑|失眠|抑郁|压抑|孤独|头痛|头疼|睡不着|睡不好|不舒服|睡眠不好)(?P<rest>.*)",
         ("context", "health"), 0.55, family="complaint", needs="recent habit always", forbids="day chat past"),
    rule("complaint.self", r"发现自己(?:总是|老是|经常|常常|容易|越来越|还是)" + _OBJECT, ("context", "personal"), 0.8,
         family="complaint", reach="list"),
    # ── who the user is ─────────────────────────────────────────────────
    rule("name", r"(?:的)?(?:(?:中文|英文|真实|本)?(?:名字|全名|姓名|大名|小名|名)(?:是|叫|为)|(?:名)?叫(?:做)?|的?(?:网名|昵称|笔名|外号)(?:是|叫))(?P<object>[^，的了]{1,24})$",
         ("context", "personal"), 0.93, subjects=_SELF_FAMILY, key="name", forbids=""),
    rule("name.family", r"(?:不姓[^，]{1,2}|姓(?!什么|氏|名)(?P<object>[^，]{1,2}))$", ("context", "personal"), 0.9,
         family="name", subjects="self none", key="surname", forbids=""),
    rule("name.greeting", r"是(?P<object>[\u4e00-\u9fff]{2,3}|(?-i:[A-Z])[a-z]+)$", ("context", "personal"), 0.8, family="name",
         needs="greeting", key="name", forbids=""),
    rule("birthday", r"(?:的)?(?:农历|阳历|公历)?生日(?:就)?(?:是|在)(?:每年)?(?!什么|几|哪|不是)(?P<object>.*[0-9一二三四五六七八九十今明后].*)",
         ("context", "personal"), 0.93, subjects=_SELF_FAMILY, key="birthday", forbids=""),
    rule("birthday.today", r"(?:就)?(?:是|过)(?:我|我的)(?P<object>[0-9一二三四五六七八九十]{0,4}岁?)?(?:的)?生日", ("context", "personal"), 0.88,
         family="birthday", subjects="none", needs="day date", forbids="", key="birthday"),
    rule("birthday.born", r"(?:是)?(?:(?:出生于|出生在|生于)(?=.{0,8}[0-9一二三四五六七八九十]+[年月])|(?P<object>(?:19|20)?[0-9]{2}年)(?:[0-9]{1,2}月)?(?:[0-9]{1,2}[日号])?(?:出生|生))", ("context", "personal"), 0.88,
         family="birthday", subjects=_SELF_FAMILY, key="birthday"),
    rule("age", r"(?:快|刚|马上|已经|才|都)*(?:满|过)?(?P<object>" + _NUMBER + r")(?:周)?岁(?:了|半|多)*$", ("context", "personal"), 0.86,
         subjects="self family", key="age"),
    rule("home", r"(?:家)?(?:目前|现在|长期|一直)*(?:住在|定居(?:在|于)?|居住(?:在|于)|生活在|常住|家在|家住)(?!哪|什么|一起)" + _OBJECT,
         ("context", "personal"), 0.9, subjects="self we family none", key="home_city"),
    rule("home.from", r"(?:来自|出生(?:在|于)(?!.*年)|(?:的)?老家(?:是|在)|(?:的)?家乡(?:是|在)|是(?:土生土长的)?(?P<object>[\u4e00-\u9fff]{2,5})人$)(?P<rest>.*)",
         ("context", "personal"), 0.85, key="home_town"),
    rule("home.move", r"(?:要|准备|打算|已经|刚|就|才)*(?:从(?P<origin>[^，]{1,14}?))?(?:搬家?|移居|移民|迁)(?:到|去|来|回|至)(?:了)?" + _OBJECT,
         ("context", "personal"), 0.9, family="transition", subjects="self we family none", key="home_city"),
    rule("study", r"(?:在[^，]{1,10}(?=[读念]))?(?:目前|现在|已经)?(?:(?:正)?在(?:读|念|上)|就读(?:于)?|(?:毕业(?:于|自))|念|读|上|考上了?|主修|(?:的)?(?:学的(?:是|专业)|专业是|本科是|硕士是))(?P<object>(?=.{0,14}(?:大[一二三四学专]|高[一二三中]|初[一二三中]|小学|研[一二三究]|硕|博|专业|系|学院|中学|大学|本科)).+)",
         ("context", "personal"), 0.85, subjects=_SELF_FAMILY, key="study", reach="list"),
    rule("study.at", r"在(?P<object>[^，]{1,16}?)(?:上(?:大学|高中|初中|小学|学)|读(?:书|研|博|大学|本科|高中|硕士?|MBA)|念(?:书|大学|高中)|留学)", ("context", "personal"), 0.85,
         family="study", subjects=_SELF_FAMILY, key="study"),
    rule("student", r"是(?:一?(?:名|位|个))?(?P<object>[^，？]{0,12}?" + _STUDENT + r")$", ("context", "personal"), 0.85, family="study",
         subjects=_SELF_FAMILY, key="occupation"),
    rule("character", r"(?:的)?(?:性格(?:比较|很|有点|有些|是|属于|偏)?" + _OBJECT + r"|是(?:一?个)?(?P<kind>[^，]{1,10}的人$)|(?:是|属于)?(?:一个)?(?:I人|E人|社恐|内向|外向|慢热|急性子|夜猫子|路痴|强迫症))",
         ("context", "personal"), 0.78),
    rule("people", r"是(?P<object>[\u4e00-\u9fff]{1,4}族)$", ("context", "personal"), 0.8),
    rule("attribute", r"(?:的)?(?:时区|星座|血型|身高|体重|鞋码|尺码|衣服尺码|母语|MBTI|学历|职业|职位|岗位|政治面貌|信仰)(?:目前|现在)?(?:是|为)(?!什么|多少|不是)" + _OBJECT, ("context", "personal"), 0.84),
    rule("household", r"(?:家里?)?(?:还|也|现在)?(?:养了?|收养了?|领养了?)(?!成|活|生|老|家|病)" + _OBJECT, ("context", "personal"), 0.86,
         subjects="self we none family", reach="list"),
    rule("household.people", r"(?:还|也|已经|家里?)*(?:有|生了)(?:了)?(?:" + _NUMBER + r"(?:个|位|只|对)?)?(?P<object>[^，]{0,10}?" + _PEOPLE + r"|[^，]{0,6}(?:猫|狗|兔子|仓鼠|鹦鹉|乌龟))(?:了)?$",
         ("context", "personal"), 0.85, family="household", subjects="self we none"),
    rule("relation", r"(?:已经|刚|还|现在)*(?:结婚(?!照|证|礼)|离婚|离异|单身|订婚|丧偶|已婚|未婚|分居)", ("context", "personal"), 0.8,
         key="relationship"),
    # ── work and tools ──────────────────────────────────────────────────
    rule("transition.job", r"(?:从[^，]{1,14}?)?(?:就|才|刚|已经|正式)*(?:跳槽|转行|入职|转岗|加入|离职|辞职|辞了|被裁|失业|退休|升(?:职|任|为|成)|创业|裸辞|通过了?[^，]{0,10}面试|(?:拿|收)到了?[^，]{0,12}offer)(?!的话)(?P<object>.*)",
         ("context", "professional"), 0.84, family="transition", subjects="self none family", forbids=""),
    rule("work", r"(?:已经)?(?:在|于)(?!这里|那里|这边|那边|上面|家里)(?P<object>[^，]{1,24}?)(?:工作(?!上|中|时|压力|里|方面|量|群|的时候)|上班(?!时|的时候|路)|任职|就职|实习(?!生)|供职|打工|(?:做|当|担任|干)(?!饭|菜|什么|一|的|梦|家务)(?P<job>[^，]{1,14}))",
         ("context", "professional"), 0.86, subjects=_SELF_FAMILY, key="workplace"),
    rule("work.as", r"是(?:一?(?:名|位|个))?(?:做)?(?P<object>[^，？不]{0,14}?" + _JOBS + r")$", ("context", "professional"), 0.86,
         family="work", subjects=_SELF_FAMILY, key="occupation"),
    rule("work.field", r"(?:是)?(?:从事|做(?!完|了|好|过|得|不)(?=[^，]{1,12}(?:行业|工作的|的$))|担任|负责)(?!什么)(?P<object>[^，]{2,30})", ("context", "professional"), 0.82,
         family="work", subjects="self family", key="occupation"),
    rule("work.search", r"(?:都|正)?(?:在)?(?:考虑|准备|打算|想|犹豫|找|纠结|寻找)(?:要不要|是否|是不是)?(?:要|该|去|再)?(?:[^，]{0,6}?(?:换|找|辞|转)(?:掉|一份|一个|个|份|到)?[^，]{0,8}?)?(?:工作|职业|跳槽|转行|辞职|离职|岗位|行业)(?!压力|上|的?过程|中|时|的时候).*",
         ("objective", "professional"), 0.84, subjects=_SELF, forbids="day"),
    rule("work.wish", r"(?:能|能够|可以)?(?:想|希望)(?:能|能够|可以)?(?:要)?(?:有|找到?|做|从事|换|得到)[^，]{0,16}(?:工作|职业|事业|岗位).*", ("objective", "professional"), 0.8,
         family="work.search", subjects=_SELF),
    rule("work.load", r"(?:工作|学业|学习|加班)(?:的)?(?:压力|强度|节奏|任务|很|特别|非常|太|比较)" + _OBJECT, ("context", "professional"), 0.55,
         family="work", subjects="self none", needs="recent habit always"),
    rule("project", r"(?:还|都|也)?(?:在)?(?:独立|业余|合作|带队)?(?:开发|搭建|维护|负责|筹备|撰写|编写|创作|制作|运营|设计|写(?=[^，]{0,8}(?:小说|书|论文|博客|专栏|剧本|插件|扩展|游戏|系统|应用|App|库))|做(?=[^，]{0,16}(?:项目|产品|网站|小程序|App|插件|扩展|应用|游戏|系统|毕设|论文|课题|副业|自媒体|播客)))(?!的时候|时)" + _OBJECT,
         ("objective", "professional"), 0.84, subjects="self we none", needs="ongoing recent nowadays", reach="list"),
    rule("tool.switch", r"(?:已经|都|全部|就|才|刚)*(?:改用|换(?:成|到|用)|转(?:到|用|向)|切换?(?:到|成)|迁移?到)(?:了)?(?P<object>[^，了]+)(?:了)?", ("preference", "professional"), 0.86,
         family="transition", subjects="self we none", key="uses"),
    rule("tool", r"(?:都|是)?(?:在)?(?:用|使用)(?:的(?:是|都是))?(?!的|了|过|这|它|那|你|他|她|来|于|什么|户|力|心|完|不)(?P<object>[^，]{1,40})", ("preference", "professional"), 0.8,
         subjects="self we", needs="always habit past nowadays main", reach="list"),
    rule("tool.device", r"(?:的)?(?:平时|日常)?(?:用的(?:是|都是)|(?:电脑|笔记本|手机|系统|操作系统|编辑器|浏览器|相机|技术栈|主力语言)(?:是|用的是|用))(?!什么|不是|这)(?P<object>[^，]{1,40})", ("context", "professional"), 0.82,
         family="tool", subjects="self we"),
    rule("stack", r"(?:(?:的)?(?:线上|生产|服务器?|团队|公司|项目|后端|前端|部门|组里?|技术栈|数据库|代码|系统|库|产品)){1,3}(?:都|全|主要|统一|目前|现在|一直)*(?:是|用的是|用|跑在?|部署在|基于)(?!什么|不是|这|户|了|来)(?P<object>.*[A-Za-z].*)", ("context", "professional"), 0.8,
         family="tool", subjects="we self"),
    rule("skill", r"(?:(?:很|非常|比较|最|挺)*(?:擅长|精通|熟练(?:掌握|使用|运用)?|熟悉|拿手的?是?)|会(?=(?:[A-Za-z]|说|讲|弹|拉|吹|游泳|开车|编程|画画|写代码|下[围象]?棋|修|焊|手语))|懂(?=[A-Za-z一-龥]{1,6}(?:语|话|编程)?$)|(?:能|会)(?:流利|熟练)地?)(?!了|一点也)(?P<object>.+)", ("skill", "activity"), 0.84,
         subjects="self none", reach="list"),
    rule("skill.years", r"(?:已经|也)?(?:有|(?:做|写|学|教|练|从事|玩|用|弹|干)(?:了|过)?(?P<what>[^，了]{0,14}?)(?:已经|有|快)*(?:了)?)(?:[^，]{0,4})(?P<object>" + _NUMBER + r"(?:多|几)?年)(?!级|前|后|的?时间没)(?P<rest>.*)", ("skill", "professional"), 0.82,
         family="skill", subjects="self none family"),
    rule("skill.experience", r"(?:有|没有|缺乏)(?P<object>[^，]{1,16})(?:经验|经历|基础|背景)$", ("skill", "professional"), 0.78, family="skill"),
    # ── what the user does and learns ───────────────────────────────────
    rule("learn", r"(?:都|又|还|也|重新|开始|一直|正|才)*(?:在)?(?:重新|系统地?|认真|开始|跟着?[^，]{1,6})?" + _LEARN + r"(?:了)?(?!一下|你)" + _OBJECT,
         ("objective", "activity"), 0.82, subjects="self", needs="recent ongoing nowadays", forbids="day chat", reach="list"),
    rule("learn.did", r"(?:刚|已经|也)*(?:学会了|(?:注册|报名?|报考|参加|加入)了(?=[^，]{0,14}(?:课|班|比赛|考试|马拉松|训练|培训|营|社|俱乐部|健身房|协会|小组)))" + _OBJECT,
         ("context", "activity"), 0.78, family="learn", subjects="self none", forbids="past"),
    rule("doing", r"(?:都|也|还|一直|正|开始|重新)*(?:在)?(?:看|读|追|玩|写|做|戒|减肥|健身|规律|养成|坚持|整理|装修|攒钱|存钱|理财|听|用|跑|练|画|带|照顾|适应)(?!到|见|来|过|了|一下|起来|什么|得|不|完|梦)" + _OBJECT,
         ("context", "activity"), 0.74, needs="recent", forbids="day chat event", reach="list"),
    rule("group", r"(?:和|跟|与)[^，]{1,10}(?:一起)?(?:组|建|成立|组建|创办|开)了" + _OBJECT, ("context", "activity"), 0.74, needs="recent", reach="list"),
    rule("habit", r"(?:都|也|还|就|会|要|去|习惯(?!了)|坚持|自己|在|和[^，]{1,8}一起|尽量)*(?P<object>[^，]{2,60})", ("context", "activity"), 0.76,
         subjects="self", needs="habit", forbids="day chat past wish", reach="list"),
    rule("habit.keep", r"(?:一直|还|都|也)*(?:坚持(?!不|到底)(?P<object>[^，]{2,})|(?:养成了?|保持着?|有)[^，]{2,24}的?习惯(?P<rest>.*)|(?:从来|一直|都|基本)*不吃(?:早|午|晚)[饭餐](?P<meal>.*))", ("context", "activity"), 0.78,
         family="habit", forbids="day chat past", reach="list"),
    rule("habit.start", r"(?:又|也|都|已经|重新)*开始(?!时|了吗|觉得|感到|感觉|怀疑|担心|想|的|有|吧|$)(?P<object>.{2,})", ("context", "activity"), 0.74,
         family="habit", forbids="day chat past", reach="list"),
    rule("doing.now", r"(?:看|读|追|玩|听|练)(?=.{0,12}(?:《|一本|一部|一套|系列|小说))" + _OBJECT, ("context", "activity"), 0.74,
         family="doing", needs="ongoing", forbids="day chat past", reach="list"),
    rule("habit.weak", r"(?:会|要|去)(?!感到|觉得|感觉|想|有(?:点|些)|很|怀疑|担心|害怕)" + _OBJECT, ("context", "activity"), 0.72, family="habit", subjects="self", needs="sometimes",
         forbids="day chat past", reach="list"),
    rule("habit.will", r"会(?!注意|努力|尽|尝试|试|去(?:试|尝试|看|查)|考虑|好好|继续|认真|记|按|遵|加油|的|珍惜|听取|再)(?P<object>[^，]{3,})", ("context", "activity"), 0.5,
         family="habit", forbids="day chat", reach="list"),
    # ── what is to come ─────────────────────────────────────────────────
    rule("plan", r"(?:都|也|还)*(?:正)?(?:在)?(?:打算|计划(?!书|表|里)|筹划|谋划|盘算着?|决定(?:了)?(?:要)?|(?:的)?(?:人生|长期|短期|今年|新年|职业|最终|下一个)?(?:目标|梦想|理想|心愿|愿望)(?:就)?是)" + _TALK + _OBJECT,
         ("objective", "plan"), 0.84, subjects="self none", forbids="day chat", reach="list"),
    rule("plan.wish", r"(?:都|也|还|就)*(?:是)?(?:有点|有些)?(?:想(?:要)?|希望(?:自己)?(?:能|能够|可以|将来|有机会)?|梦想着?|渴望|期待着?)" + _TALK + r"(?:再)?(?P<object>(?:能|能够|多|自己|尽快|早日)*(?:去|学|考|买|换|成为|当|搬|开(?=[^，]{0,4}[家店公工])|创办|创业|做(?=[^，]{0,8}(?:自由职业|博主|生意|副业|医生|老师|自己))|写(?=[^，]{0,10}(?:小说|书|博客|专栏|日记))|拥有|养成?|减肥|减重|瘦|戒|提[高升]|培养|(?:建立|搭建|组建)(?=[^，]{0,4}自己)|装备|参加|完成|攻读|申请|移民|回|拿到|存|攒|找到|实现|改善|练|健身|在[^，]{1,12}(?:前|内)).+)",
         ("objective", "plan"), 0.76, subjects="self", forbids="day chat soon past", reach="list"),
    rule("plan.consider", r"(?:都|也|还|一直|正)*(?:在)?(?:考虑|准备|想着|犹豫|纠结)(?:要不要|是否|是不是|着)?" + _TALK + r"(?!吃|睡|休息|洗|出门|好了|的)" + _OBJECT,
         ("objective", "plan"), 0.76, needs="recent ongoing future nowadays date", forbids="day chat soon past", reach="list"),
    rule("plan.dated", r"(?:都|也|还|就|已经|正式)*(?:要|会|将|准备|得|打算)(?:去|到|回|搬|考|参加|出差|结婚|毕业|入职|生|飞|做手术|举办|办|开学|退休|离开|开始|上|带|出国|旅行|旅游|比赛|演讲|答辩|面试|交)" + r"(?P<object>.*)",
         ("objective", "plan"), 0.84, subjects="self we family none", needs="future date", forbids="day soon chat", reach="list"),
    rule("plan.will", r"(?:会|将|要)(?:去)?(?:开始|尝试|试着|努力)?(?:学习?|报名|准备|戒|练)(?!着|会|到)" + _OBJECT, ("objective", "plan"), 0.5, forbids="day chat", reach="list"),
    rule("plan.any", r"(?:都|也|还|就|很)*(?:想(?:要)?|希望(?:能|可以)?)" + _TALK + r"(?P<object>[^，]{3,})", ("objective", "plan"), 0.5, family="plan", forbids="day chat soon past", reach="list"),
    rule("tool.any", r"(?:在)?(?:用|使用)(?:的是)?(?!这|它|你|他|她|户|力|心)(?P<object>.*[A-Za-z].*)", ("context", "professional"), 0.55, family="tool", subjects="self we", forbids="day chat past"),
    # ── transitions and the past ────────────────────────────────────────
    rule("past", r"(?:是|都|就|也|一直)*(?:在(?=.{0,16}(?:工作|上班|上学|读|做|当))|住|用|做(?!过|完|了|得)|当(?!时|然)|抽烟|喝酒|养|学(?!过|到|会)|怕|玩|吃(?!过|了)|不(?=[吃喝喜爱会抽])|喜欢)(?P<object>.+)", ("context", "personal"), 0.72, family="transition",
         needs="past", forbids="day chat"),
)
