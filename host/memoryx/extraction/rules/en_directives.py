"""Standing instructions and "remember" in English."""

from __future__ import annotations

import re

from memoryx.extraction.rules.grammar import Rule, rule

_VERB = (
    r"(?:answer|reply|respond|use|write|give|keep|call|address|speak|talk|explain|format|avoid|include|add|put|start|begin|end|show|indent|prefer|default|stick"
    r"|assume|provide|skip|omit|leave|make|be|cite|list|follow|translate|comment|name|wrap|convert|refer|stop|never|always|suggest|recommend|mention|apologi[sz]e|ask|don't|do not|please)"
)
_TONGUE = (
    r"(?:english|chinese|mandarin|cantonese|japanese|korean|french|german|spanish|italian|portuguese|russian|dutch|arabic|hindi)"
)

EN_REMEMBER = re.compile(
    r"(?:(?:please|hey|ok(?:ay)?|also|and|btw|oh|can you|could you)[ ,]+){0,3}(?:remember(?! me\b| when| how| what| the time| that time|ed|ing)(?: that| this)?(?:\s*:\s*|,?\s+(?=my|i\b|i'|we\b|our\b))(?!i'?(?:m| am) (?:always )?here)"
    r"|(?:don't|do not|never) forget(?! about it)(?: that)?\s*[:,]?\s*(?=my|i\b|i'|we|our|that)|(?:save|store|add|put) (?:this|that|the following) (?:to|in|into) (?:your |the )?memory\s*[:,-]?\s*"
    r"|(?:make a note|take note|note)(?: that)?\s*:\s*(?=my|i\b|i'm|i've))",
    re.IGNORECASE,
)

EN_DIRECTIVES: tuple[Rule, ...] = (
    rule("instruction.language", rf"(?:please |always |only |you should |you must |i want you to )*(?:answer|reply|respond|write|speak|talk|communicate|use)\b(?=.{{0,40}}\b{_TONGUE}\b)(?P<object>.+)",
         ("preference", "preference"), 0.95, subjects="none", needs="standing always", forbids="past day", family="instruction", key="reply_language", reach="rest", pinned=True),
    rule("instruction.indent", rf"(?:please )?{_VERB}\b(?=.{{0,40}}\b(?:spaces?|tabs?|indent\w*)\b)(?!.*\b(?:whitespace|bars?)\b)(?P<object>.+)",
         ("preference", "professional"), 0.93, subjects="none", needs="standing always", forbids="past day", family="instruction", key="indent_style", reach="rest", pinned=True),
    rule("instruction.indent2", r"(?:please )?(?:use|indent (?:\w+ ){0,2}with) (?P<object>(?:two|four|eight|2|4|8)[- ]spaces?(?: \w+){0,3}|tabs (?:for|instead|not|over)(?: \w+){0,3})",
         ("preference", "professional"), 0.86, subjects="none", forbids="past day", family="instruction", key="indent_style", reach="rest", pinned=True),
    rule("instruction.address", r"(?:please |just |you (?:can|should|may) )*(?:call me (?!back|when|if|at|on|an?\b|later|tomorrow|crazy|old)(?P<object>[\w .'-]{2,24})$|(?:address|refer to) me as (?P<object2>.+))",
         ("preference", "personal"), 0.9, subjects="none", forbids="past day", family="name", key="address_as", pinned=True),
    rule("instruction.misnamed", r"(?:please )?(?:don't|do not|stop|never) call(?:ing)? me (?P<object>.+)", ("preference", "personal"), 0.88,
         subjects="none", forbids="past day", family="name", pinned=True),
    rule("instruction", rf"(?:please |you should |you must |i want you to |i'd like you to )*{_VERB}\b(?P<object>.+)", ("preference", "preference"), 0.9,
         subjects="none", needs="standing always never", forbids="past day", family="instruction", reach="rest", pinned=True),
    rule("instruction.never", r"(?:please )?(?:never|don't ever|do not ever|always) (?:use|give|add|include|suggest|write|answer|reply|explain|put|call|start|recommend|apologi[sz]e|show|cite|format|indent|translate|end|begin|assume|ask)\b(?P<object>.+)",
         ("preference", "preference"), 0.88, subjects="none", forbids="past day", family="instruction", reach="rest", pinned=True),
    rule("instruction.wish", r"(?:want|would like|like|need|prefer|expect|'d like) (?:you to|your (?:answers|replies|responses)|(?:my |the )?(?:answers|replies|responses|explanations))\b(?P<object>.+)", ("preference", "preference"), 0.88,
         subjects="self", needs="standing always habit", forbids="past day", family="instruction", reach="rest", pinned=True),
    rule("instruction.prefer", r"(?:prefer|like|want) (?:short|concise|brief|long|detailed|direct|plain|simple)(?:er)?[\w ,]{0,24}? (?:answers|replies|responses|explanations)(?P<object>.*)", ("preference", "preference"), 0.86,
         forbids="past day", family="instruction", reach="rest", pinned=True),
)
