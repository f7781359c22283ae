"""What people say about themselves in Chinese, as a table: who they are, work, skills and tools.

Patterns are matched in Simplified characters at the predicate, after the subject and the
adverbs; flags are those that :mod:`memoryx.extraction.rules.zh` reads. The first rule that
fits wins.
"""

from __future__ import annotations

from memoryx.extraction.rules.grammar import Rule, rule

_NUMBER = r"(?:[0-9]{1,3}|[零一二两俩三四五六七八九十几]{1,4})"
_OBJECT = r"(?P<object>.+)"
_JOBS = (
    r"(?:工程师|程序员|程序猿|码农|医生|大夫|护士|药师|教师|老师|教授|讲师|设计师|建筑师|架构师"
    r"|律师|法官|会计师?|审计"
    r"|司机|厨师|作家|作者|记者|编辑|编剧|导演|演员|歌手|画家|摄影师|翻译|经理|总监|主管|助理"
    r"|秘书|顾问|分析师|科学家"
    r"|研究员|开发者?|前端|后端|测试|运维|运营|销售|客服|公务员|警察|消防员|军人|飞行员|店主|农民"
    r"|工人|商人|老板"
    r"|创业者|创始人|自由职业者?|家庭主妇|全职(?:妈妈|爸爸|太太)|主播|博主|教练|治疗师|咨询师"
    r"|兽医|木匠|电工|技术员|负责人)"
)
_STUDENT = r"(?:学生|研究生|博士生?|硕士生?|本科生|大学生|高中生|初中生|中学生|留学生|博士后)"
_PEOPLE = (
    r"(?:女儿|儿子|孩子|宝宝|娃|双胞胎|弟弟|妹妹|哥哥|姐姐|孙子|孙女|女朋友|男朋友|女友|男友|对象"
    r"|老婆|老公|未婚妻|未婚夫)"
)
_SELF_FAMILY = "self none family"
_SELF = "self none"

# fmt: off
ZH_PERSON: tuple[Rule, ...] = (
    # who the user is
    rule("name", ("context", "personal"), 0.93,
         r"(?:的)?(?:(?:中文|英文|真实|本)?(?:名字|全名|姓名|大名|小名|名)(?:是|叫|为)"
         r"|(?:名)?叫(?:做)?|的?(?:网名|昵称|笔名|外号)(?:是|叫))(?P<object>[^，的了]{1,24})$",
         subjects=_SELF_FAMILY, key="name", forbids=""),
    rule("name.family", ("context", "personal"), 0.9,
         r"(?:不姓[^，]{1,2}|姓(?!什么|氏|名)(?P<object>[^，]{1,2}))$",
         family="name", subjects="self none", key="surname", forbids=""),
    rule("name.greeting", ("context", "personal"), 0.8,
         r"是(?P<object>[\u4e00-\u9fff]{2,3}|(?-i:[A-Z])[a-z]+)$",
         family="name", needs="greeting", key="name", forbids=""),
    rule("birthday", ("context", "personal"), 0.93,
         r"(?:的)?(?:农历|阳历|公历)?生日(?:就)?(?:是|在)(?:每年)?(?!什么|几|哪"
         r"|不是)(?P<object>.*[0-9一二三四五六七八九十今明后].*)",
         subjects=_SELF_FAMILY, key="birthday", forbids=""),
    rule("birthday.today", ("context", "personal"), 0.88,
         r"(?:就)?(?:是|过)(?:我|我的)(?P<object>[0-9一二三四五六七八九十]{0,4}岁?)?(?:的)?生日",
         family="birthday", subjects="none", needs="day date", forbids="", key="birthday"),
    rule("birthday.born", ("context", "personal"), 0.88,
         r"(?:是)?(?:(?:出生于|出生在|生于)(?=.{0,8}[0-9一二三四五六七八九十]+[年月])"
         r"|(?P<object>(?:19|20)?[0-9]{2}年)(?:[0-9]{1,2}月)?(?:[0-9]{1,2}[日号])?(?:出生|生))",
         family="birthday", subjects=_SELF_FAMILY, key="birthday"),
    rule("age", ("context", "personal"), 0.86,
         r"(?:快|刚|马上|已经|才|都)*(?:满|过)?(?P<object>"
         + _NUMBER
         + r")(?:周)?岁(?:了|半|多)*$",
         subjects="self family", key="age"),
    rule("home", ("context", "personal"), 0.9,
         r"(?:家)?(?:目前|现在|长期|一直)*(?:住在|定居(?:在|于)?|居住(?:在|于)|生活在|常住"
         r"|家住)(?!哪|什么|一起)"
         + _OBJECT,
         subjects="self we family none", key="home_city"),
    rule("home.at", ("context", "personal"), 0.86,
         # "家在装修" says what is done at home: only a short name at the clause's end is a place.
         r"家(?:现在|目前)?在(?!哪|什么|这|那|不|同|附近|旁边|对面|山里|[0-9一二三四五六七八九十]+[楼层]|装|修|做|吃|喝|办"
         r"|盖|搬|等|开|卖|聚|看|打|过|弄|煮|炖|炒|举|进行|闹|找|用|养|招|换|租|准备|考虑)"
         r"(?P<object>[\u4e00-\u9fff]{2,8})$",
         family="home", subjects="self", key="home_city"),
    rule("home.from", ("context", "personal"), 0.85,
         r"(?:来自|出生(?:在|于)(?!.*年)|(?:的)?老家(?:是|在)|(?:的)?家乡(?:是|在)"
         r"|是(?:土生土长的)?(?P<object>[\u4e00-\u9fff]{2,5})人$)(?P<rest>.*)",
         key="home_town"),
    rule("origin.family", ("context", "personal"), 0.82,
         r"(?:是|来自)(?![个一好坏老男女大])(?P<object>[\u4e00-\u9fff]{2,6}(?:人|国))$",
         family="home", subjects="family"),
    rule("belongings", ("context", "personal"), 0.78,
         r"(?:的)?(?:车|摩托|自行车|相机|房子|公寓)是(?!什么|我|他|她|不|怎)(?P<object>[^，]{2,20})",
         family="household", subjects="self we", reach="list"),
    rule("exam", ("objective", "activity"), 0.82,
         r"(?:准备|备)?考(?P<object>(?:公务员|公|研|博|编|教师编|教资|注会|CPA|司法|法考|雅思|托福|驾照"
         r"|一建|二建|软考)[^，吗]{0,6})$",
         family="learn", subjects="self family", needs="ongoing recent nowadays",
         forbids="day chat past"),
    rule("home.move", ("context", "personal"), 0.9,
         r"(?:要|准备|打算|已经|刚|就|才)*(?:从(?P<origin>[^，]{1,14}?))?(?:搬家?|移居|移民"
         r"|迁)(?:到|去|来|回|至)(?:了)?"
         + _OBJECT,
         family="transition", subjects="self we family none", key="home_city"),
    rule("study", ("context", "personal"), 0.85,
         r"(?:在[^，]{1,10}(?=[读念]))?(?:目前|现在|已经)?(?:(?:正)?在(?:读|念|上)|就读(?:于)?"
         r"|(?:毕业(?:于|自))|念|读|上|考上了?|主修|(?:的)?(?:学的(?:是|专业)|专业是|本科是"
         r"|硕士是))(?P<object>(?=.{0,14}(?:大[一二三四学专]|高[一二三中]|初[一二三中]|小学"
         r"|研[一二三究]|硕|博|专业|系|学院|中学|大学|本科)).+)",
         subjects=_SELF_FAMILY, key="study", reach="list"),
    rule("study.at", ("context", "personal"), 0.85,
         r"在(?P<object>[^，]{1,16}?)(?:上(?:大学|高中|初中|小学|学)|读(?:书|研|博|大学|本科"
         r"|高中|硕士?|MBA)|念(?:书|大学|高中)|留学)",
         family="study", subjects=_SELF_FAMILY, key="study"),
    rule("student", ("context", "personal"), 0.85,
         r"是(?:一?(?:名|位|个))?(?P<object>[^，？]{0,12}?"
         + _STUDENT
         + r")$",
         family="study", subjects=_SELF_FAMILY, key="occupation"),
    rule("character", ("context", "personal"), 0.78,
         r"(?:的)?(?:性格(?:比较|很|有点|有些|是|属于|偏)?"
         + _OBJECT
         + r"|是(?:一?个)?(?P<kind>[^，]{1,10}的人$)|(?:是|属于)?(?:一个)?(?:I人|E人|社恐|内向"
         r"|外向|慢热|急性子|夜猫子|路痴|强迫症))"),
    rule("people", ("context", "personal"), 0.8,
         r"是(?P<object>[\u4e00-\u9fff]{1,4}族)$"),
    rule("attribute", ("context", "personal"), 0.84,
         r"(?:的)?(?:时区|星座|血型|身高|体重|鞋码|尺码|衣服尺码|母语|MBTI|学历|职业|职位|岗位"
         r"|政治面貌|信仰)(?:目前|现在)?(?:是|为)(?!什么|多少|不是)"
         + _OBJECT),
    rule("household", ("context", "personal"), 0.86,
         r"(?:家里?)?(?:还|也|现在)?(?:养了?|收养了?|领养了?)(?!成|活|生|老|家|病)"
         + _OBJECT,
         subjects="self we none family", reach="list"),
    rule("household.size", ("context", "personal"), 0.82,
         r"(?:一共|总共|有)?(?P<object>[一二两三四五六七八九十0-9]{1,2}口人)",
         family="household", subjects="self we", reach="list"),
    rule("household.people", ("context", "personal"), 0.85,
         r"(?:还|也|已经|家里?)*(?:有|生了)(?:了)?(?:"
         + _NUMBER
         + r"(?:个|位|只|对)?)?(?P<object>[^，]{0,10}?"
         + _PEOPLE
         + r"|[^，]{0,6}(?:猫|狗|兔子|仓鼠|鹦鹉|乌龟))(?:了)?$",
         family="household", subjects="self we none", reach="list"),
    rule("relation", ("context", "personal"), 0.8,
         r"(?:已经|刚|还|现在)*(?:结婚(?!照|证|礼)|离婚|离异|单身|订婚|丧偶|已婚|未婚|分居)",
         key="relationship"),
    # work and tools
    rule("transition.job", ("context", "professional"), 0.84,
         r"(?:从[^，]{1,14}?)?(?:就|才|刚|已经|正式)*(?:跳槽|转行|入职|转岗|加入|离职|辞职|辞了"
         r"|被裁|失业|退休|升(?:职|任|为|成)|创业|裸辞|通过了?[^，]{0,10}面试|(?:拿"
         r"|收)到了?[^，]{0,12}offer)(?!的话)(?P<object>.*)",
         family="transition", subjects="self none family", forbids=""),
    rule("work", ("context", "professional"), 0.86,
         r"(?:已经)?(?:在|于)(?!这里|那里|这边|那边|上面|家里)(?P<object>[^，]{1,24}?)(?:工作"
         r"(?!上|中|时|压力|里|方面|量|群|的时候)|上班(?!时|的时候|路)|任职|就职|实习(?!生)"
         r"|供职|打工|(?:做|当|担任|干)(?!饭|菜|什么|一|的|梦|家务)(?P<job>[^，]{1,14}))",
         subjects=_SELF_FAMILY, key="workplace"),
    rule("work.as", ("context", "professional"), 0.86,
         r"是(?:一?(?:名|位|个))?(?:做)?(?P<object>[^，？不]{0,14}?"
         + _JOBS
         + r")$",
         family="work", subjects=_SELF_FAMILY, key="occupation"),
    rule("work.field", ("context", "professional"), 0.82,
         r"(?:是)?(?:从事|做(?!完|了|好|过|得|不)(?=[^，]{1,12}(?:行业|工作的|的$))|担任"
         r"|负责)(?!什么)(?P<object>[^，]{2,30})",
         family="work", subjects="self family", key="occupation"),
    rule("work.search", ("objective", "professional"), 0.84,
         r"(?:都|正)?(?:在)?(?:考虑|准备|打算|想|犹豫|找|纠结|寻找)(?:要不要|是否|是不是)?(?:要"
         r"|该|去|再)?(?:[^，]{0,6}?(?:换|找|辞|转)(?:掉|一份|一个|个|份"
         r"|到)?[^，]{0,8}?)?(?:工作|职业|跳槽|转行|辞职|离职|岗位|行业)(?!压力|上|的?过程|中"
         r"|时|的时候).*",
         subjects=_SELF, forbids="day"),
    rule("work.wish", ("objective", "professional"), 0.8,
         r"(?:能|能够|可以)?(?:想|希望)(?:能|能够|可以)?(?:要)?(?:有|找到?|做|从事|换"
         r"|得到)[^，]{0,16}(?:工作|职业|事业|岗位).*",
         family="work.search", subjects=_SELF),
    rule("work.load", ("context", "professional"), 0.55,
         r"(?:工作|学业|学习|加班)(?:的)?(?:压力|强度|节奏|任务|很|特别|非常|太|比较)"
         + _OBJECT,
         family="work", subjects="self none", needs="recent habit always"),
    rule("project", ("objective", "professional"), 0.84,
         r"(?:还|都|也)?(?:在)?(?:独立|业余|合作|带队)?(?:开发|搭建|维护|负责|筹备|撰写|编写"
         r"|创作|制作|运营|设计|写(?=[^，]{0,8}(?:小说|书|论文|博客|专栏|剧本|插件|扩展|游戏"
         r"|系统|应用|App|库))|做(?=[^，]{0,16}(?:项目|产品|网站|小程序|App|插件|扩展|应用|游戏"
         r"|系统|毕设|论文|课题|副业|自媒体|播客)))(?!的时候|时)"
         + _OBJECT,
         subjects="self we none", needs="ongoing recent nowadays", reach="list"),
    rule("tool.switch", ("preference", "professional"), 0.86,
         r"(?:已经|都|全部|就|才|刚)*(?:改用|换(?:成|到|用)|转(?:到|用|向)|切换?(?:到|成)"
         r"|迁移?到)(?:了)?(?P<object>[^，了]+)(?:了)?",
         family="transition", subjects="self we none", key="uses"),
    rule("tool", ("preference", "professional"), 0.8,
         r"(?:都|是)?(?:在)?(?:用|使用)(?:的(?:是|都是))?(?!的|了|过|这|它|那|你|他|她|来|于"
         r"|什么|户|力|心|完|不)(?P<object>[^，]{1,40})",
         subjects="self we", needs="always habit past nowadays main", reach="list"),
    rule("tool.device", ("context", "professional"), 0.82,
         r"(?:的)?(?:平时|日常)?(?:用的(?:是|都是)|(?:电脑|笔记本|手机|系统|操作系统|编辑器"
         r"|浏览器|相机|技术栈|主力语言)(?:是|用的是|用))(?!什么|不是|这)(?P<object>[^，]{1,40})",
         family="tool", subjects="self we"),
    rule("stack", ("context", "professional"), 0.8,
         r"(?:(?:的)?(?:线上|生产|服务器?|团队|公司|项目|后端|前端|部门|组里?|技术栈|数据库"
         r"|代码|系统|库|产品)){1,3}(?:都|全|主要|统一|目前|现在|一直)*(?:是|用的是|用|跑在?"
         r"|部署在|基于)(?!什么|不是|这|户|了|来)(?P<object>.*[A-Za-z].*)",
         family="tool", subjects="we self"),
    rule("stack.named", ("context", "professional"), 0.8,
         r"(?:的)?(?:公司|团队|单位|部门|学校|组里?)(?:里|这边|内部)?(?:目前|现在|一直|主要|统一)*"
         r"(?:(?:都|全)?(?:是)?用的(?:都|全)?是|都用|统一用|主要用|一直用)(?!什么|这|那|户|不)"
         r"(?P<object>[^，]{1,16})",
         family="tool", subjects="we self", reach="list"),
    rule("skill", ("skill", "activity"), 0.84,
         r"(?:(?:很|非常|比较|最|挺)*(?:擅长|精通|熟练(?:掌握|使用|运用)?|熟悉|拿手的?是?)"
         r"|会(?=(?:[A-Za-z]|说|讲|弹|拉|吹|游泳|开车|编程|画画|写代码|下[围象]?棋|修|焊|手语))"
         r"|懂(?=[A-Za-z一-龥]{1,6}(?:语|话|编程)?$)|(?:能|会)(?:流利|熟练)地?)(?!了"
         r"|一点也)(?P<object>.+)",
         subjects="self none", reach="list"),
    rule("skill.poor", ("skill", "activity"), 0.8,
         r"不(?:太|怎么|大)会(?P<object>(?:做饭|下厨|开车|游泳|编程|化妆|唱歌|跳舞)[^，]{0,8}"
         r"|(?:说|写|用|弹)(?![这那])[^，]{1,10})$",
         family="skill", reach="list"),
    rule("skill.years", ("skill", "professional"), 0.82,
         r"(?:已经|也)?(?:有|(?:做|写|学|教|练|从事|玩|用|弹|干)(?:了"
         r"|过)?(?P<what>[^，了]{0,14}?)(?:已经|有|快)*(?:了)?)(?:[^，]{0,4})(?P<object>"
         + _NUMBER
         + r"(?:多|几)?年)(?!级|前|后|的?时间没)(?P<rest>.*)",
         family="skill", subjects="self none family"),
    rule("skill.experience", ("skill", "professional"), 0.78,
         r"(?:有|没有|缺乏)(?P<object>[^，]{1,16})(?:经验|经历|基础|背景)$",
         family="skill"),
)
# fmt: on
