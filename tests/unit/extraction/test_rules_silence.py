"""What is not the user's own statement gives nothing, in either mode."""

from __future__ import annotations

import pytest

from memoryx.extraction.rules import extract
from memoryx.models import ExtractionMode
from tests.unit.extraction.rules_support import said, texts, turn

SILENT = {
    "a quotation": [
        "我爸发消息说“我最讨厌吃药”，怎么劝他？",
        "「我喜歡下雨天」這句話怎麼翻譯？",
        'A guest wrote "I hate stairs and I love balconies." Which room fits?',
        "What does 'I love the smell of napalm' refer to?",
    ],
    "a block quote": [
        "> 我住在拉萨，我喜欢登山\n这段介绍怎么样？",
        "> I grew up in Kyoto and I hate winter\n\nIs this natural?",
    ],
    "code and its comments": [
        "```python\n# 我喜欢用 tab\nname = 1\n```\n为什么报错？",
        "```\nI prefer spaces\n```\nWhat is this?",
        "`I live in Rome` prints nothing, why?",
        "// I always use semicolons\nIs that comment useful?",
    ],
    "logs and data": [
        "2026-03-01 10:22:31 INFO 我叫测试\n怎么看？",
        '{\n  "bio": "x",\n  "note": 1\n}\nIs this valid?',
        "From: bob@example.org\nSubject: I live in Rome",
    ],
    "text to work on": [
        "翻译成英文：我在广州工作，我讨厌堵车。",
        "帮我润色一下下面这段\n我叫李想，我是一名教师，热爱阅读。",
        "Translate to French: I live in a small town and I work as a baker.",
        "Proofread this: I am living in Porto and I love surfing.",
        "I am a nurse and I live near the sea. Translate this into Spanish.",
        "Summarize the following\n\nI was born in Ohio. I am vegan and I run ultramarathons.",
    ],
    "fiction and drafts": [
        "以第一人称写一个故事：我叫阿古，我住在船上。",
        "Write a monologue: I am a captain, I live at sea and I hate the moon.",
        "帮我朋友写一段自我介绍：我是小林，喜欢摄影。",
        "Help my roommate with his bio: I'm Jake and I love climbing.",
        "你来扮演医生，我是一名有高血压的病人。",
        "Pretend I am a king. I hate vegetables.",
    ],
    "a supposition": [
        "如果我养了鹦鹉，出差时谁来喂？",
        "假设我对海鲜过敏，寿司怎么点？",
        "If I worked nights, would coffee still help?",
        "Suppose I'm allergic to milk. What then?",
    ],
    "somebody else": [
        "我同事讨厌开会，怎么办？",
        "我室友热爱重金属，怎么隔音？",
        "我知道他喜欢旅游，喜欢美食。",
        "My boss hates adjectives.",
        "My neighbour runs a bakery and loves rye.",
        "Everyone here is vegan.",
    ],
    "a question": [
        "我应该学吉他吗？",
        "我是不是该换工作？",
        "Do you think I should move to Lisbon?",
        "Am I allergic to dust?",
    ],
    "sarcasm": [
        "我可太喜欢排队两小时了",
        "Oh great, I love it when the build breaks.",
    ],
    "a request of the moment": [
        "这次用法语回答就行。",
        "For this answer only, use French.",
        "把回答缩短一点",
        "I want to sort a list of tuples.",
        "我想问一下年假的事",
        "我想写个脚本改文件名",
        "I'd like a recipe for pancakes.",
    ],
    "the day's doings": [
        "今天我去公园跑步了",
        "我今晚打算去看电影",
        "I went swimming this morning.",
        "I'm going to bed now.",
    ],
    "talk about the talk": [
        "我喜欢你的回答",
        "我喜欢这个方案",
        "I like your answer, but make it shorter.",
        "I love that idea!",
        "谢谢，我会试试的",
        "Thanks, I'll try it.",
    ],
    "what holds for one answer": [
        "Keep the answer short.",
        "Write a tweet about our launch, no emojis",
        "Stop using the cache in that function",
        "写一条朋友圈，不要用表情",
        "别再说了",
        "别再用 var 了，改成 let",
        "不要再加新功能了",
        "Limit responses to 10 rows in the SQL query",
        "Make answers multiple choice for this quiz",
        "I use imperial in this recipe, convert it",
    ],
    "what is asked of anybody": [
        "从零开始学编程要多久",
        "肠胃不好的人能喝咖啡吗",
        "皮肤不好怎么调理",
        "I'll be in touch",
        "I like it when it rains",
        "I have an iPhone app idea",
        "I don't trust this result",
        "I don't trust myself with knives",
        "I think it is called Rust",
        "I don't use it here",
        "I find it odd that the test fails",
        "My car is making a weird noise",
        "My flight is in 2 hours",
        "My wedding is on a budget, ideas?",
        "我老公是个好人",
        "我不太会用这个软件，教教我",
    ],
    "what is denied": [
        "我没说过我喜欢蓝色",
        "I never told you that I play chess.",
        "你刚才说我怕水",
        "You told me I like rain.",
    ],
}


@pytest.mark.parametrize("mode", ["auto", "manual"])
@pytest.mark.parametrize(
    "message",
    [
        pytest.param(message, id=f"{name}: {message[:24]}")
        for name, group in SILENT.items()
        for message in group
    ],
)
def test_nothing_is_taken(message: str, mode: ExtractionMode) -> None:
    """Quoted, pasted, supposed, invented, asked and passing things are no memories."""
    assert texts(message, mode=mode) == []


def test_the_assistants_words_are_no_source() -> None:
    """Only the user's turns are read, in both modes."""
    turns = [turn("I love hiking. I live in Rome.", role="assistant")]
    assert extract(turns, mode="auto") == []
    assert extract(turns, mode="manual") == []


@pytest.mark.parametrize(
    "block",
    [
        "\n\n---\n[MemoryX context · 1 memory]\n- [Preference·Mar] I like jazz\n"
        "(Background about the user. Answer the question directly; use it only where relevant.)\n"
        "---\n",
        "\n\n---\n[MemoryX 上下文 · 1 条记忆]\n- [偏好·3月] 我喜欢喝茶\n"
        "(以上是用户背景信息。)\n---",
    ],
)
def test_the_products_own_block_is_not_extracted_again(block: str) -> None:
    """A memory that was added to a message does not come back as a new one."""
    assert texts("晚饭吃什么好" + block, mode="manual") == []
    assert texts("I live in Rome." + block) == ["Lives in Rome"]


def test_a_statement_beside_foreign_text_is_still_taken() -> None:
    """Masking takes away no more than what is foreign."""
    assert texts("有人问“我讨厌海风”怎么译？顺便说一下，我在读研一，海洋系。") == [
        "在读研一，海洋系"
    ]
    assert texts('The slogan "I hate Mondays" is dull. I\'m the editor of the magazine.') == [
        "The editor of the magazine"
    ]
    assert texts("```c\nint a;\n```\nI always use Clang.") == ["Always uses Clang"]


def test_a_pasted_article_is_left_alone() -> None:
    """A paragraph longer than people type is not the user's own; the line before it is."""
    article = "I live on a farm and I love my goats. " * 60
    assert texts("I live in Rome.\n\n" + article) == ["Lives in Rome"]


def test_manual_mode_takes_weaker_statements() -> None:
    """Who asks by hand gets more to look at, each marked by its lower confidence."""
    message = "I'm using Terraform for the cluster."
    assert texts(message) == []
    (found,) = said(message, mode="manual")
    assert found.confidence < 0.7
