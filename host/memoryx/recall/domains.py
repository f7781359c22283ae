"""Walks of life, by words: what a message is about and which memories bear on it.

A question for a dinner never names the allergy that it must heed. The lists name each domain's
everyday words in both languages; they are general and small, and only nudge the gate.
`CONSTRAINTS`
marks memories that must be heeded whenever their domain comes up.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from memoryx.text.tokens import terms

_WORDS: Final[dict[str, str]] = {
    "food": """
food eat eats eating ate meal meals breakfast lunch dinner supper snack snacks brunch cook cooking
recipe
recipes dish dishes restaurant restaurants menu ingredient ingredients bake baking dessert
vegetarian vegan
diet dietary cuisine takeaway takeout grocery groceries kitchen allergic allergy allergies nut
nuts peanut
peanuts gluten lactose dairy seafood shellfish meat spicy picnic barbecue bbq appetizer potluck
早饭 早餐 午饭 午餐 晚饭 晚餐 夜宵 宵夜 吃饭 吃什 好吃 做饭 做菜 菜谱 食谱 餐厅 饭店 饭馆 美食
食物 零食 点菜 点餐 外卖
火锅 烧烤 烘焙 甜点 素食 忌口 过敏 花生 海鲜 吃辣 口味 食材 聚餐 请客 饮食 菜单 烤串 小吃 牛奶
乳糖 麸质 不吃
""",
    "travel": """
travel trip trips journey vacation holiday holidays flight flights fly airport airline hotel
hotels itinerary
tour sightseeing passport visa booking luggage backpacking destination cruise resort hostel
旅行 旅游 出游 行程 机票 航班 酒店 民宿 签证 护照 景点 攻略 度假 自驾 出差 订票 行李 飞机 高铁 游玩
""",
    "health": """
health doctor hospital medicine medication pill pills symptom symptoms pain headache fever cough
sneeze
illness disease surgery checkup therapy vaccine blood pressure diabetes asthma allergy allergies
sleep
insomnia pregnant pregnancy dentist injury
健康 医生 医院 看病 体检 症状 头疼 头痛 发烧 咳嗽 感冒 吃药 药物 手术 复查 血压 血糖 糖尿 哮喘
过敏 失眠 睡眠
怀孕 牙医 受伤 疼痛
""",
    "fitness": """
fitness exercise exercises workout workouts gym training run running jog jogging swim swimming
cycling yoga
pilates marathon hike hiking strength cardio stretching sport sports muscle endurance weight
健身 锻炼 运动 跑步 慢跑 游泳 骑行 骑车 瑜伽 马拉 徒步 爬山 减肥 增肌 力量 拉伸 配速
""",
    "code": """
code coding programming program developer software api backend frontend database bug debug
debugging deploy
deployment framework library function script compile compiler repository git typescript javascript
python
java rust golang react vue django docker kubernetes sql linux server lint test tests testing
algorithm html css json yaml xml http https regex git bash nginx apache kubectl k8s pandas numpy
dataframe endpoint async redis postgres postgresql mysql sqlite mongodb npm webpack nodejs
代码 编程 程序 开发 软件 接口 后端 前端 数据 部署 框架 函数 脚本 编译 仓库 服务 单体 微服 调试
报错 算法 测试
""",
    "mathematics": """
mathematics math maths arithmetic algebra calculus geometry equation equations integral derivative
matrix theorem proof polynomial probability fraction logarithm trigonometry
数学 方程 积分 微分 导数 矩阵 几何 代数 定理 证明 概率 函数 不等 微积
""",
    "writing": """
write writing draft email emails letter essay article blog post novel story chapter poem tone
prose edit
proofread paragraph headline copywriting report
写作 邮件 文章 小说 故事 章节 写信 博客 文案 报告 润色 草稿 语气 作文 公众
""",
    "learning": """
learn learning study studying course courses class lesson lessons tutor exam exams textbook
language
languages vocabulary grammar homework university degree school practice pronunciation ielts toefl
学习 课程 考试 备考 复习 教材 语言 单词 语法 作业 大学 留学 硕士 雅思 托福 口语 听力 老师 自学
""",
    "entertainment": """
movie movies film films show shows series tv music song songs album band concert book books novel
novels
author game games gaming podcast watch read reading fiction thriller comedy documentary anime
电影 电视 剧集 追剧 音乐 歌曲 专辑 演唱 看书 小说 读书 作者 游戏 播客 综艺 动漫 纪录 科幻
""",
    "family": """
wife husband spouse partner girlfriend boyfriend son daughter kid kids child children baby mother
father mom
mum dad parents brother sister sibling grandmother grandfather family birthday anniversary wedding
gift
妻子 老婆 丈夫 老公 爱人 女友 男友 儿子 女儿 孩子 宝宝 妈妈 母亲 爸爸 父亲 父母 哥哥 弟弟 姐姐
妹妹 奶奶 爷爷
家人 亲戚 生日 结婚 纪念 礼物
""",
    "pets": """
pet pets cat cats kitten dog dogs puppy vet kibble litter leash hamster rabbit parrot
宠物 猫咪 小猫 养猫 狗狗 小狗 养狗 遛狗 猫粮 狗粮 掉毛 兽医 仓鼠 英短
""",
    "home": """
home house apartment flat rent landlord lease furniture decorate renovation wall walls drill shelf
mortgage
garden cleaning neighbor neighbour moving
房子 公寓 租房 房东 租约 家具 装修 墙上 打孔 书架 房贷 搬家 小区 打扫 邻居 居住 首付
""",
    "work": """
work job career boss manager colleague colleagues team meeting meetings interview resume cv salary
promotion
office company project deadline client remote startup presentation talk conference
工作 上班 职业 老板 领导 同事 团队 会议 开会 面试 简历 工资 升职 办公 公司 项目 客户 远程 创业
汇报 下属 演讲
""",
    "money": """
money budget saving savings save invest investment investing stock stocks fund loan tax mortgage
bank pension
expense expenses finance salary insurance
预算 存钱 攒钱 理财 投资 股票 基金 贷款 税务 首付 房贷 养老 开销 保险 收入
""",
    "vehicle": """
car cars drive driving vehicle tyre tires oil engine motorcycle bike bicycle scooter garage
mechanic ev
汽车 开车 车子 轮胎 机油 发动 保养 摩托 单车 电动 充电 加油 车险
""",
    "beauty": """
skin skincare makeup cosmetics hair haircut shampoo perfume sunscreen moisturizer beauty acne nail
nails
皮肤 护肤 化妆 美妆 头发 洗发 香水 防晒 面霜 痘痘 美甲
""",
    "drink": """
coffee tea espresso latte roast beans wine beer whisky cocktail cocktails alcohol juice drink
drinks
咖啡 手冲 浅烘 豆子 喝茶 茶叶 红酒 啤酒 喝酒 饮料 奶茶
""",
}

# Related walks of life: a constraint of the one bears on the other.
_ALSO: Final[dict[str, tuple[str, ...]]] = {"drink": ("food",), "beauty": ("health",)}

_DIET_WORDS: Final = """
allergic allergy allergies intolerant intolerance intolerances vegetarian vegan pescatarian
halal kosher
celiac coeliac 过敏 忌口 素食 吃素 清真 不耐 不吃
"""
# Allergies that have nothing to do with food.
_OTHER_ALLERGENS: Final = """
pollen dust cat cats dog dogs fur penicillin latex hay mold mould bee 花粉 尘螨 猫毛 狗毛 对猫
对狗 青霉 乳胶 药物
"""


@lru_cache(maxsize=1)
def _lexicon() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for domain, words in _WORDS.items():
        for word in words.split():
            for term in terms(word):
                found.setdefault(term, set()).update((domain, *_ALSO.get(domain, ())))
    return {term: frozenset(names) for term, names in found.items()}


@lru_cache(maxsize=2)
def _terms_of(words: str) -> frozenset[str]:
    return frozenset(term for word in words.split() for term in terms(word))


def domains_of(index_terms: Iterable[str], tags: Iterable[str] = ()) -> frozenset[str]:
    """The domains that index terms, or the words of context tags, speak of."""
    lexicon = _lexicon()
    found: set[str] = {tag.casefold() for tag in tags if tag.casefold() in _WORDS}
    for term in (*index_terms, *(term for tag in tags for term in terms(tag))):
        found.update(lexicon.get(term, ()))
    return frozenset(found)


def diet_terms() -> frozenset[str]:
    """The index terms of which a memory about a diet has one."""
    return _terms_of(_DIET_WORDS)


def is_in_context(tags: Sequence[str], domains: frozenset[str]) -> bool:
    """Whether a memory that applies in these contexts only may go with a message on `domains`.

    What nobody knows the domain of, tags or message, keeps nothing out.
    """
    scope = domains_of((), tags) if tags else frozenset[str]()
    return not scope or not domains or not scope.isdisjoint(domains)


def is_diet(index_terms: Iterable[str]) -> bool:
    """Whether a memory says what somebody cannot or will not eat."""
    found = frozenset(index_terms)
    return not _terms_of(_DIET_WORDS).isdisjoint(found) and _terms_of(_OTHER_ALLERGENS).isdisjoint(
        found
    )
