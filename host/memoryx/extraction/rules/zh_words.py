"""From a Chinese statement to a memory's words."""

from __future__ import annotations

import re
from datetime import datetime

from memoryx.extraction.rules.dates import absolute_zh
from memoryx.extraction.rules.grammar import Rule

_OPENING = re.compile(
    r"^(?:其实|其實|另外|不过|不過|但是|但|可是|然而|虽然|雖然|而且|对了|對了|哈+|嗯+|呃|啊|哦"
    r"|是的|是啊|对啊|對啊|当然(?:啦|了)?|當然(?:啦|了)?|因为|因為|所以|毕竟|畢竟|只有|因此"
    r"|顺便(?:说|告诉你)?(?:一下|一句)?|順便(?:說|告訴你)?(?:一下|一句)?|提醒(?:你|您)?(?:一下)?"
    r"|我(?:觉得|覺得)(?=我))[，,、 ]*"
)
_SUBJECT = re.compile(
    r"^((?:最近|现在|現在|目前|平时|平時|以前|之前|小时候|小時候|周末|週末|有时候?|有時候?|经常"
    r"|通常|一般|[^，,我]{0,16}[，,]?)?)"
    r"(?:我自己|我本人|我个人|我個人|本人|我)(?!们|們|司|国|國|方)(?:呢|呀|啊)?(?:的(?=(?:名字"
    r"|生日|爱好|愛好|兴趣|興趣|性格|目标|目標|梦想|夢想|老家|家乡|家鄉|专业|專業|网名|昵称"
    r"|中文名|英文名))|家的|的(?=[^，]{0,3}[妈爸母父儿女孩老妻丈哥弟姐妹爷奶猫狗媽兒爺貓]))?"
)
_AFTER_CLAUSE = re.compile(
    r"([，,；;。、 ]|但是|但|而且|所以|因为|因為|不过|不過|而)我(?!们|們|司|国|國|家|的)"
)
_OWN = re.compile(r"我(?!们|們|司|国|國|方|家)")
_TAIL = re.compile(r"[，,；;：:、\s]*(?:了?(?:吧|哦|呢|啊|呀|啦|哈|喔))?[。.！!，,；;、\s]*$")


def word(text: str, rule: Rule, said_at: datetime) -> str:
    """Drop the first person and the talk around it, and date what is relative.

    Instructions are addressed to the assistant and stay as they were said.
    """
    if rule.pinned and rule.family != "remember":
        return _TAIL.sub("", text.strip())
    text = absolute_zh(
        text.strip(), said_at, future=rule.category == "plan" or rule.type == "objective"
    )
    before = None
    while before != text:
        before, text = text, _OPENING.sub("", text)
    text = _TAIL.sub("", text)
    text = _SUBJECT.sub(r"\1", text, count=1).removeprefix("的")
    text = _AFTER_CLAUSE.sub(r"\1", text)
    return _OWN.sub("自己", text).strip("，,、 ")
