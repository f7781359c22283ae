"""What people say of themselves becomes a memory that stands alone."""

from __future__ import annotations

import opencc
import pytest

from tests.unit.extraction.rules_support import said, texts

#: Types with their categories.
LIKE = ("preference", "preference")
HEALTH = ("context", "health")
PERSON = ("context", "personal")
WORK = ("context", "professional")
ADDRESS = ("preference", "personal")
STYLE = ("preference", "professional")
PROJECT = ("objective", "professional")
LEARNING = ("objective", "activity")
PLAN = ("objective", "plan")
SKILL = ("skill", "professional")
HABIT = ("context", "activity")

#: message, memory, type and category, key
CHINESE = [
    ("以后回答都用简体中文", "以后回答都用简体中文", LIKE, "reply_language"),
    ("我对花生过敏", "对花生过敏", HEALTH, "allergy:花生"),
    ("我喜欢用 TypeScript 编程", "喜欢用 TypeScript 编程", LIKE, "likes:typescript"),
    ("我最喜欢的乐队是五条人", "最喜欢的乐队是五条人", LIKE, "favourite:乐队"),
    ("我不吃羊肉，火锅涮什么好？", "不吃羊肉", LIKE, "likes:羊肉"),
    ("我叫沈小舟，请多关照", "叫沈小舟", PERSON, "name"),
    ("我的生日是5月3日", "生日是5月3日", PERSON, "birthday"),
    ("我住在厦门", "住在厦门", PERSON, "home_city"),
    ("我从柏林搬到了马德里", "从柏林搬到了马德里", PERSON, "home_city"),
    ("我在一家物流公司做数据分析师", "在一家物流公司做数据分析师", WORK, "workplace"),
    ("我是一名急诊护士", "是一名急诊护士", WORK, "occupation"),
    ("我在兰州大学读研二", "在兰州大学读研二", PERSON, "study"),
    ("我女儿对鸡蛋过敏", "女儿对鸡蛋过敏", PERSON, None),
    ("我家养了三只鸡", "家养了三只鸡", PERSON, None),
    ("我正在开发一个 Chrome 扩展项目", "正在开发一个 Chrome 扩展项目", PROJECT, None),
    ("我们团队的后端用 Kotlin", "我们团队的后端用 Kotlin", WORK, None),
    ("我有八年的嵌入式开发经验", "有八年的嵌入式开发经验", SKILL, None),
    ("我最近在学陶艺", "最近在学陶艺", LEARNING, None),
    ("我每天早上跑五公里", "每天早上跑五公里", HABIT, None),
    ("我打算明年考驾照", "打算2027年考驾照", PLAN, None),
    ("我总是拖到最后一天才交稿", "总是拖到最后一天才交稿", PERSON, None),
    ("我最近在找工作", "最近在找工作", PROJECT, None),
    ("叫我阿岚就好", "叫我阿岚就好", ADDRESS, "address_as"),
    ("我家在泉州，离海很近", "家在泉州", PERSON, "home_city"),
    ("我不再喝奶茶了", "不再喝奶茶了", LIKE, "likes:奶茶"),
    ("我再也不吃香肠了", "再也不吃香肠了", LIKE, "likes:香肠"),
    ("我戒了奶茶", "戒了奶茶", HEALTH, "likes:奶茶"),
    ("回答一律用中文", "回答一律用中文", LIKE, "reply_language"),
    ("缩进一律用两个空格", "缩进一律用两个空格", STYLE, "indent_style"),
    ("注释统一写英文", "注释统一写英文", LIKE, None),
    ("代码统一用四个空格缩进", "代码统一用四个空格缩进", STYLE, "indent_style"),
    ("别再推荐付费软件了", "别再推荐付费软件了", LIKE, None),
    ("我膝盖有旧伤，不能跑步，帮我定个计划", "膝盖有旧伤，不能跑步", HEALTH, None),
    ("我爸心脏不好，能坐飞机吗？", "爸心脏不好", PERSON, None),
    ("我们公司用的是钉钉，不用飞书", "我们公司用的是钉钉，不用飞书", WORK, None),
    ("我从上个月开始学吉他", "从2026年10月开始学吉他", LEARNING, None),
    ("我从去年开始健身，一周四次", "从2025年开始健身，一周四次", HABIT, None),
    ("我养了一只狗，叫旺财", "养了一只狗，叫旺财", PERSON, None),
    ("我吃素，但是可以吃鸡蛋", "吃素，但是可以吃鸡蛋", LIKE, "diet"),
    ("我晚上九点以后不喝咖啡", "晚上九点以后不喝咖啡", LIKE, None),
    ("我吃不惯香菜", "吃不惯香菜", LIKE, "likes:香菜"),
    ("我先生是德国人", "先生是德国人", PERSON, None),
    ("我车是比亚迪的，续航不行", "车是比亚迪的", PERSON, None),
    ("我在考公务员，行测总做不完", "在考公务员", LEARNING, None),
    ("我不太会做饭，只会番茄炒蛋", "不太会做饭，只会番茄炒蛋", ("skill", "activity"), None),
]  # fmt: skip
ENGLISH = [
    ("Always answer in English", "Always answer in English", LIKE, "reply_language"),
    ("I'm allergic to peanuts", "Allergic to peanuts", HEALTH, "allergy:peanut"),
    ("I prefer TypeScript for programming",
     "Prefers TypeScript for programming", LIKE, "likes:typescript"),
    ("I can't stand olives.", "Can't stand olives", LIKE, "likes:oliv"),
    ("My favorite author is Ursula Le Guin",
     "Favorite author is Ursula Le Guin", LIKE, "favourite:author"),
    ("I'm 31 now", "31 years old", PERSON, "age"),
    ("I just turned 40.", "Just turned 40 years old", PERSON, "age"),
    ("I work at a bakery", "Works at a bakery", WORK, "workplace"),
    ("I work for Siemens", "Works for Siemens", WORK, "workplace"),
    ("I work at night", "Works at night", WORK, None),
    ("My name is Tomas", "Name is Tomas", PERSON, "name"),
    ("My birthday is on March 9", "Birthday is on March 9", PERSON, "birthday"),
    ("I live in Porto, what's on this weekend?", "Lives in Porto", PERSON, "home_city"),
    ("I moved from Berlin to Madrid last month",
     "Moved from Berlin to Madrid in October 2026", PERSON, "home_city"),
    ("I work for a shipping company in Oslo",
     "Works for a shipping company in Oslo", WORK, "workplace"),
    ("I'm a pediatric nurse", "A pediatric nurse", WORK, "occupation"),
    ("I'm studying marine biology in Bergen", "Studying marine biology in Bergen", PERSON, "study"),
    ("My son is allergic to eggs", "Son is allergic to eggs", PERSON, None),
    ("I have two cats and a parrot", "Has two cats and a parrot", PERSON, None),
    ("I'm building an app for birdwatchers", "Building an app for birdwatchers", PROJECT, None),
    ("We deploy on Hetzner with Ansible", "The team deploys on Hetzner with Ansible", WORK, None),
    ("I have ten years of experience in logistics",
     "Has ten years of experience in logistics", SKILL, None),
    ("I've been learning Korean for a year", "Has been learning Korean for a year", LEARNING, None),
    ("I go swimming every Tuesday", "Goes swimming every Tuesday", HABIT, None),
    ("I'm planning to run a marathon next year", "Planning to run a marathon in 2027", PLAN, None),
    ("I always forget to water the plants", "Always forgets to water the plants", PERSON, None),
    ("I've been looking for a new job lately",
     "Has been looking for a new job lately", PROJECT, None),
    ("Call me Lu", "Call me Lu", ADDRESS, "address_as"),
    ("Please use two spaces for indentation",
     "Please use two spaces for indentation", STYLE, "indent_style"),
    ("Please keep answers under 100 words unless I ask for more.",
     "Please keep answers under 100 words unless I ask for more", LIKE, None),
    ("I hate it when you apologize", "I hate it when you apologize", LIKE, None),
    ("Please stop using emojis", "Please stop using emojis", LIKE, None),
    ("My dad uses a wheelchair", "Dad uses a wheelchair", PERSON, None),
    ("I have an old shoulder injury, which lifts are safe?",
     "Has an old shoulder injury", HEALTH, "illness:old shoulder injury"),
    ("I'm vegetarian but I do eat fish", "Vegetarian but they do eat fish", LIKE, "diet"),
    ("I'll be in Lisbon in April", "Will be in Lisbon in April 2027", PLAN, None),
    ("I work night shifts at a hospital", "Works night shifts at a hospital", WORK, None),
    ("My husband is from Brazil", "Husband is from Brazil", PERSON, None),
    ("My daughter is in third grade", "Daughter is in third grade", PERSON, None),
    ("My car is a 2015 Honda Civic", "Car is a 2015 Honda Civic", PERSON, None),
    ("I have an old ThinkPad X220", "Has an old ThinkPad X220", WORK, None),
    ("I weigh 82 kg", "Weighs 82 kg", HEALTH, None),
    ("I use metric units", "Uses metric units", LIKE, "units"),
    ("My boss's name is Karen", "Boss's name is Karen", PERSON, None),
    ("Our wedding is on June 14", "Their wedding is on June 14, 2027", PLAN, None),
    ("I'm left-handed and use a trackball", "Left-handed and uses a trackball", HEALTH, None),
    ("I don't use plastic bottles", "Doesn't use plastic bottles", LIKE, "likes:plastic bottl"),
    ("I find it stressful to talk on the phone",
     "Finds it stressful to talk on the phone", LIKE, None),
    ("I thrive in small teams", "Thrives in small teams", LIKE, None),
    ("I'm strongly against eating out every day",
     "Strongly against eating out every day", LIKE, None),
    ("I avoid anything with lactose", "Avoids anything with lactose", LIKE,
     "likes:anyth with lactos"),
    ("I avoid music with explicit lyrics", "Avoids music with explicit lyrics", LIKE,
     "likes:music with explicit lyric"),
    ("I'm 178 cm tall", "178 cm tall", HEALTH, None),
    ("I follow a plant-based diet", "Follows a plant-based diet", LIKE, "diet"),
    ("I have very sensitive skin", "Has very sensitive skin", HEALTH,
     "illness:sensitiv skin"),
]  # fmt: skip


@pytest.mark.parametrize(("message", "text", "kind", "key"), CHINESE + ENGLISH)
def test_a_statement_becomes_one_memory(
    message: str, text: str, kind: tuple[str, str], key: str | None
) -> None:
    """Words, type, category and key follow from the statement."""
    (found,) = said(message)
    assert (found.text, (found.type, found.category), found.key) == (text, kind, key)
    assert found.quote in message


@pytest.mark.parametrize("message", [row[0] for row in CHINESE])
def test_traditional_characters_are_read_and_kept(message: str) -> None:
    """The same sentence in Traditional characters gives the same memory, in that script."""
    converter = opencc.OpenCC("s2t")
    (plain,) = said(message)
    (found,) = said(converter.convert(message))
    assert (found.type, found.category, found.key) == (plain.type, plain.category, plain.key)
    assert found.text == converter.convert(plain.text)


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("我不喜欢开会", "不喜欢开会"),
        ("I don't drink alcohol", "Doesn't drink alcohol"),
        ("I no longer eat meat", "No longer eats meat"),
        ("I used to live in Lyon", "Used to live in Lyon"),
        ("我以前住在西安", "以前住在西安"),
    ],
)
def test_a_not_and_a_used_to_stay(message: str, kept: str) -> None:
    """A memory never says the opposite of what was said."""
    assert texts(message) == [kept]


@pytest.mark.parametrize(
    ("message", "text", "key"),
    [
        ("我以前用 Vim，现在改用 VS Code 了", "以前用 Vim，现在改用 VS Code 了", "uses"),
        (
            "I used to live in Lyon but we moved to Ghent in April",
            "Used to live in Lyon but moved to Ghent in April 2026",
            "home_city",
        ),
        ("我之前在苏州上班，去年搬到了珠海", "之前在苏州上班，2025年搬到了珠海", "home_city"),
    ],
)
def test_a_transition_is_one_memory(message: str, text: str, key: str) -> None:
    """What was and what is now belong together, under the key of what is now."""
    (found,) = said(message)
    assert (found.text, found.key) == (text, key)


def test_likes_of_different_things_stay_apart() -> None:
    """Each has the key of its own object, so that one can change without the other."""
    found = said("我喜欢用 TypeScript，不喜欢 Java")
    assert [(c.text, c.key) for c in found] == [
        ("喜欢用 TypeScript", "likes:typescript"),
        ("不喜欢 Java", "likes:java"),
    ]


def test_a_list_stays_one_memory_without_a_key() -> None:
    """A list is merged; replacing it for one of its items would lose the others."""
    (found,) = said("I like hiking, chess, and black coffee.")
    assert (found.text, found.key) == ("Likes hiking, chess, and black coffee", None)


def test_a_statement_before_a_question_is_taken_and_the_question_left() -> None:
    """People state a fact and ask for help with it in one breath."""
    (found,) = said("I have asthma, which sports are safe?")
    assert found.quote == "I have asthma"


def test_first_person_inside_a_sentence_becomes_third() -> None:
    """The memory does not read as if the assistant spoke of itself."""
    (found,) = said("I love painting because I can forget my work")
    assert found.text == "Loves painting"
    (found,) = said("I moved to Leeds with my sister in May 2024")
    assert found.text == "Moved to Leeds with their sister in May 2024"
    (found,) = said("我打算明年带我的孩子去敦煌旅行")
    assert "我" not in found.text


def test_a_short_form_is_given_for_a_long_text_alone() -> None:
    """The block shows the short form where there is one."""
    (short,) = said("I love tea")
    assert short.compact_text is None
    (long,) = said(
        "I'm planning to hike along the coast with my brother next spring, especially around the"
        " lighthouses, the small fishing villages"
    )
    assert long.compact_text is not None
    assert len(long.compact_text) < len(long.text)
