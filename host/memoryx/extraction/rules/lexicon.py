"""A small bilingual lexicon: keywords in both languages, tags, and words that tell a category."""

from __future__ import annotations

import re

from memoryx.extraction.rules.script import fold

#: English and Chinese words for one thing; the last field is the tag, where there is one.
_ENTRIES = """
peanut|花生|food
allergic,allergy|过敏|health
nut|坚果|food
seafood|海鲜|food
shellfish|贝类|food
milk,dairy|牛奶|food
egg|鸡蛋|food
cilantro,coriander|香菜|food
coffee|咖啡|food
tea|茶|food
spicy|辣|food
vegetarian|素食|food
vegan|纯素|food
meat|肉|food
fish|鱼|food
beef|牛肉|food
lamb,mutton|羊肉|food
sushi|寿司|food
fruit|水果|food
dessert|甜点|food
cook,cooking|做饭,做菜,烹饪|food
recipe|食谱,菜谱|food
dinner|晚饭,晚餐|food
penicillin|青霉素|health
pollen|花粉|health
diabetes|糖尿病|health
asthma|哮喘|health
sleep|睡眠,睡觉|health
insomnia|失眠|health
anxiety,anxious|焦虑|health
stress|压力|health
exercise,workout|锻炼,运动|fitness
gym,fitness|健身|fitness
run,running|跑步|fitness
swim,swimming|游泳|fitness
hike,hiking|徒步|fitness
climb,climbing|攀岩,登山|fitness
yoga|瑜伽|fitness
basketball|篮球|fitness
football,soccer|足球|fitness
badminton|羽毛球|fitness
tennis|网球|fitness
ski,skiing|滑雪|fitness
cycling,bike|骑行,自行车|fitness
marathon|马拉松|fitness
travel,trip|旅行,旅游|travel
japan|日本|travel
beijing|北京|place
shanghai|上海|place
music|音乐|music
guitar|吉他|music
piano|钢琴|music
jazz|爵士|music
movie,film|电影|film
read,reading,book|阅读,书|reading
novel|小说|reading
history|历史|learning
photography|摄影|art
paint,painting|画画,绘画|art
game|游戏|games
cat|猫|pet
dog|狗|pet
son|儿子|family
daughter|女儿|family
wife|妻子,老婆|family
husband|丈夫,老公|family
sister|姐姐,妹妹|family
brother|哥哥,弟弟|family
mother,mom,mum|妈妈,母亲|family
father,dad|爸爸,父亲|family
child,kid|孩子|family
birthday|生日|personal
name|名字|personal
live|住|home
move,moved|搬到,搬家|home
university,college|大学|study
exam|考试|study
student|学生|study
language|语言|learning
english|英语,英文|language
chinese|中文,汉语|language
japanese|日语|language
simplified chinese|简体中文|language
traditional chinese|繁体中文|language
learn,study|学习|learning
job,work|工作|work
interview|面试|work
company|公司|work
boss|老板|work
resume|简历|work
programmer,developer|程序员|work
engineer|工程师|work
doctor|医生|work
nurse|护士|work
teacher|老师,教师|work
designer|设计师|work
startup|创业|work
code,coding,programming|代码,编程|coding
indent,indentation|缩进|coding
database|数据库|coding
frontend|前端|coding
backend|后端|coding
browser extension|浏览器扩展|coding
project|项目|work
answer,reply|回答,回复|style
concise,brief|简洁|style
table|表格|style
example|例子,示例|style
metric|公制|style
python|Python|coding
typescript|TypeScript|coding
javascript|JavaScript|coding
java|Java|coding
rust|Rust|coding
kotlin|Kotlin|coding
linux|Linux|coding
vim|Vim|coding
vs code|VS Code|coding
docker|Docker|coding
postgresql|PostgreSQL|coding
"""

_WORK = re.compile(
    r"工作|职业|公司|老板|上司|领导|面试|求职|简历|跳槽|加班|升职|创业|\b(?:jobs?|(?:at|my|for"
    r"|from|new|remote) work|career|my (?:company|boss|team|business)|interview|employer"
    r"|promotion|salary|resign\w*|business)\b",
    re.IGNORECASE,
)
_LATIN_NAME = re.compile(r"\b[A-Z][\w+#.-]*(?: [A-Z0-9][\w+#.-]*){0,2}|\b[a-z]+[A-Z]\w+")
_MONTH = re.compile(
    r"January|February|March|April|May\b|June|July|August|September|October|November|December"
)
_MOST_KEYWORDS = 10
_SCOPES = (
    (
        "coding",
        re.compile(
            r"代码|编程|缩进|注释|变量|脚本|\b(?:code|coding|programm\w+|indent\w*|commit|script"
            r"|comments?|functions?)\b",
            re.I,
        ),
    ),
    (
        "writing",
        re.compile(r"写作|文章|邮件|文案|\b(?:writing|e-?mails?|essays?|articles?|prose)\b", re.I),
    ),
    ("cooking", re.compile(r"食谱|菜谱|做菜|做饭|\b(?:recipes?|cook\w*|meals?)\b", re.I)),
    ("translation", re.compile(r"翻译|\btranslat\w+", re.I)),
    ("math", re.compile(r"数学|公式|\b(?:math\w*|formulas?|proofs?)\b", re.I)),
)


def _load() -> tuple[re.Pattern[str], dict[str, tuple[tuple[str, ...], str]]]:
    entries: dict[str, tuple[tuple[str, ...], str]] = {}
    for line in _ENTRIES.strip().splitlines():
        english, chinese, tag = line.split("|")
        words = tuple(dict.fromkeys((english.split(",")[0], chinese.split(",")[0])))
        for word in (*english.split(","), *chinese.split(",")):
            entries.setdefault(word.lower(), (words, tag))
    longest = sorted(entries, key=len, reverse=True)
    latin = "|".join(re.escape(word) for word in longest if word.isascii())
    han = "|".join(word for word in longest if not word.isascii())
    return re.compile(rf"\b({latin})s?\b|({han})", re.IGNORECASE), entries


_LEXICON, _WORDS = _load()


def keywords_and_tags(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return keywords in both languages and tags for what ``text`` mentions."""
    words: dict[str, str] = {}
    tags: dict[str, None] = {}
    for match in _LEXICON.finditer(fold(text)):
        pair, tag = _WORDS[(match[1] or match[2]).lower()]
        words.update((word.lower(), word) for word in pair)
        tags[tag] = None
    for name in _LATIN_NAME.finditer(text, 1):
        if not _MONTH.match(name[0]):
            words.setdefault(name[0].lower(), name[0])
    return tuple(list(words.values())[:_MOST_KEYWORDS]), tuple(tags)


def about_work(text: str) -> bool:
    """Say whether the words of ``text`` are about work or the search for it."""
    return bool(_WORK.search(fold(text)))


def scopes(text: str) -> tuple[str, ...]:
    """Return the kinds of task that ``text`` limits itself to."""
    return tuple(name for name, pattern in _SCOPES if pattern.search(text))
