"""Standing instructions and "remember" in English."""

from __future__ import annotations

import re

from memoryx.extraction.rules.grammar import Rule, rule

_VERB = (
    r"(?:answer|reply|respond|use|write|give|keep|call|address|speak|talk|explain|format|avoid"
    r"|include|add|put|start|begin|end|show|indent|prefer|default|stick"
    r"|assume|provide|skip|omit|leave|make|be|cite|list|follow|translate|comment|name|wrap"
    r"|convert|refer|stop|never|always|suggest|recommend|mention|apologi[sz]e|ask|don't|do not"
    r"|please)"
)
#: What people ask an assistant to leave out of its answers.
_STYLE = (
    r"(?:emojis?|em[- ]dash(?:es)?|exclamation (?:marks|points)|bullet points|markdown|headings"
    r"|disclaimers|apologi\w+|flatter\w+|filler|small talk|pleasantries)"
)
_TONGUE = (
    r"(?:english|chinese|mandarin|cantonese|japanese|korean|french|german|spanish|italian"
    r"|portuguese|russian|dutch|arabic|hindi)"
)

EN_REMEMBER = re.compile(
    r"(?:(?:please|hey|ok(?:ay)?|also|and|btw|oh|can you|could you)[ ,]+){0,3}(?:remember(?! me\b"
    r"| when| how| what| the time| that time|ed|ing)(?: that| this)?(?:\s*:\s*|,?\s+(?=my|i\b|i'"
    r"|we\b|our\b))(?!i'?(?:m| am) (?:always )?here)"
    r"|(?:don't|do not|never) forget(?! about it)(?: that)?\s*[:,]?\s*(?=my|i\b|i'|we|our|that)"
    r"|(?:save|store|add|put) (?:this|that|the following) (?:to|in|into) (?:your "
    r"|the )?memory\s*[:,-]?\s*"
    r"|(?:make a note|take note|note)(?: that)?\s*:\s*(?=my|i\b|i'm|i've))",
    re.IGNORECASE,
)

# fmt: off
EN_DIRECTIVES: tuple[Rule, ...] = (
    rule("instruction.language", ("preference", "preference"), 0.95,
         rf"(?:please |always |only |you should |you must |i want you to )*(?:answer|reply"
         rf"|respond|write|speak|talk|communicate|use)\b(?=.{{0,40}}\b{_TONGUE}\b)(?P<object>.+)",
         subjects="none", needs="standing always", forbids="past day", family="instruction",
         key="reply_language", reach="rest", pinned=True),
    rule("instruction.indent", ("preference", "professional"), 0.93,
         rf"(?:please )?{_VERB}\b(?=.{{0,40}}\b(?:spaces?|tabs?"
         rf"|indent\w*)\b)(?!.*\b(?:whitespace|bars?)\b)(?P<object>.+)",
         subjects="none", needs="standing always", forbids="past day", family="instruction",
         key="indent_style", reach="rest", pinned=True),
    rule("instruction.indent2", ("preference", "professional"), 0.86,
         r"(?:please )?(?:use|indent (?:\w+ ){0,2}with) (?P<object>(?:two|four|eight|2|4"
         r"|8)[- ]spaces?(?: \w+){0,3}|tabs (?:for|instead|not|over)(?: \w+){0,3})",
         subjects="none", forbids="past day", family="instruction", key="indent_style",
         reach="rest", pinned=True),
    rule("instruction.address", ("preference", "personal"), 0.9,
         r"(?:please |just |you (?:can|should|may) )*(?:call me (?!back|when|if|at|on|an?\b"
         r"|later|tomorrow|crazy|old)(?P<object>[\w .'-]{2,24})$|(?:address"
         r"|refer to) me as (?P<object2>.+))",
         subjects="none", forbids="past day", family="name", key="address_as", pinned=True),
    rule("instruction.misnamed", ("preference", "personal"), 0.88,
         r"(?:please )?(?:don't|do not|stop|never) call(?:ing)? me (?P<object>.+)",
         subjects="none", forbids="past day", family="name", pinned=True),
    # Of answers as such, not of the one that is asked for: "keep answers short".
    rule("instruction.length", ("preference", "preference"), 0.86,
         r"(?:please |just )*(?:keep|make|limit) (?:all (?:of )?)?(?:your |the )?(?:answers|replies"
         r"|responses|explanations)\b (?P<object>(?:as )?(?:very |really |reasonably )?(?:short"
         r"|brief|concise|simple|plain|direct|detailed|clear|formal|casual|friendly|to the point"
         r"|minimal)\b.*"
         r"|(?:to|under|below|within|at most|less than|no longer than) (?:[\w ]{1,12} )?"
         r"(?:words?|sentences?|paragraphs?|lines|characters)\b.*)",
         subjects="none", forbids="past day chat", family="instruction", reach="rest",
         pinned=True),
    rule("instruction.manner", ("preference", "preference"), 0.88,
         r"(?:really |absolutely )?(?:hate|dislike|(?:can't|cannot) stand|(?:don't|do not) like"
         r"|like|love|prefer|appreciate) (?:it )?when you (?P<object>(?:use|give|add|answer|reply"
         r"|apologi[sz]e|start|begin|end|repeat|explain|ask|put|call|say|write|include|show|praise"
         r"|flatter|skip|keep|make|assume|cite|summari[sz]e)\b.*)",
         forbids="past day chat would", family="instruction", reach="rest", pinned=True),
    rule("instruction.stop", ("preference", "preference"), 0.82,
         rf"(?:please )?(?:stop|quit) (?:(?:us|add|putt?|includ|writ)ing )?(?:any |the |so many "
         rf"|all the )*(?P<object>{_STYLE}\b.*)",
         subjects="none", forbids="past chat", family="instruction", reach="rest", pinned=True),
    rule("instruction.style", ("preference", "preference"), 0.5,
         rf"(?:please )?(?:no|no more|don't|do not|avoid|skip|without) (?:(?:use|using|add|put"
         rf"|include|write) )?(?:any |the |so many |all the )*(?P<object>{_STYLE}\b.*)",
         subjects="none", forbids="past chat", family="instruction", reach="rest"),
    rule("instruction", ("preference", "preference"), 0.9,
         rf"(?:please |you should |you must |i want you to "
         rf"|i'd like you to )*{_VERB}\b(?P<object>.+)",
         subjects="none", needs="standing always never", forbids="past day",
         family="instruction", reach="rest", pinned=True),
    rule("instruction.never", ("preference", "preference"), 0.88,
         r"(?:please )?(?:never|don't ever|do not ever|always) (?:use|give|add|include|suggest"
         r"|write|answer|reply|explain|put|call|start|recommend|apologi[sz]e|show|cite|format"
         r"|indent|translate|end|begin|assume|ask)\b(?P<object>.+)",
         subjects="none", forbids="past day", family="instruction", reach="rest", pinned=True),
    rule("instruction.wish", ("preference", "preference"), 0.88,
         r"(?:want|would like|like|need|prefer|expect|'d like) (?:you to|your (?:answers"
         r"|replies|responses)|(?:my |the )?(?:answers|replies|responses"
         r"|explanations))\b(?P<object>.+)",
         subjects="self", needs="standing always habit", forbids="past day",
         family="instruction", reach="rest", pinned=True),
    rule("instruction.prefer", ("preference", "preference"), 0.86,
         r"(?:prefer|like|want) (?:short|concise|brief|long|detailed|direct|plain"
         r"|simple)(?:er)?[\w ,]{0,24}? (?:answers|replies|responses|explanations)(?P<object>.*)",
         forbids="past day", family="instruction", reach="rest", pinned=True),
)
# fmt: on
