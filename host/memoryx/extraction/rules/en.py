"""English: how a clause is cut into subject, adverbs and predicate, and what is not asserted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from memoryx.extraction.rules.en_directives import EN_DIRECTIVES, EN_REMEMBER
from memoryx.extraction.rules.en_doings import EN_DOINGS
from memoryx.extraction.rules.en_person import EN_PERSON, NAMED_ACQUAINTANCE
from memoryx.extraction.rules.en_tastes import EN_TASTES
from memoryx.extraction.rules.en_words import word
from memoryx.extraction.rules.grammar import Parsed, Rule, Subject
from memoryx.extraction.rules.segments import MASK

_KIN = (
    r"(?:wife|husband|partner|spouse|girlfriend|boyfriend|fianc[eé]e?|son|daughter|kids?"
    r"|child(?:ren)?|baby|toddler|twins?|mom|mum|mother"
    r"|dad|father|parents|sister|brother|siblings?|grand(?:mother|father|ma|pa|parents|son"
    r"|daughter)|mother-in-law|father-in-law|dog|cat"
    r"|pupp(?:y|ies)|kittens?|pets?|rabbit|parrot|hamster)"
)
_OWN_THINGS = (
    r"(?:(?:full|first|last|middle|real|favou?rite|main|biggest|only|career|long-term|ultimate"
    r"|new|current|day|native|mother|dream|personal)\s+)?"
    r"(?:name|surname|nickname|birthday|hobb(?:y|ies)|interests|goal|dream|plan|job|occupation"
    r"|profession|employer|hometown|major|degree|age|diet"
    r"|pronouns|time ?zone|blood type|height|weight|shoe size|religion|nationality|stack"
    r"|tech stack|laptop|phone|computer|editor|os|language|tongue|allerg(?:y|ies)|passion"
    r"|car|truck|van|motorcycle|motorbike|bike|camera|house|apartment|flat|wedding|graduation"
    r"|due date|interview|exam|flight|surgery|anniversary|thesis defen[cs]e|marathon|race"
    r"|favou?rite [\w ]{2,24}?|physical condition)"
)
_MONTHS = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
)
#: Words before the verb, by what they tell.
_LEAD: tuple[tuple[str, str], ...] = (
    (
        "greeting",
        r"(?:hello|hi|hey|good (?:morning|evening|afternoon)|greetings)(?: there| friend| ai"
        r"| everyone)?",
    ),
    (
        "filler",
        r"(?:well|actually|so|oh|ok(?:ay)?|yes|yeah|yep|yup|no(?! (?:longer|more))|nope|sure"
        r"|haha+|hmm+|um+|uh+|ah|wow|great|right|true|thanks|thank you|of course"
        r"|by the way|btw|fyi|for context|for the record|for what it's worth|honestly"
        r"|to be honest|tbh|in fact|indeed|also|and|but|because|since|though"
        r"|although|however|anyway|besides|plus|additionally|in addition|moreover|as for me"
        r"|personally|in general|generally speaking|just so you know"
        r"|just a heads[- ]up|heads[- ]up|note that|please note(?: that)?"
        r"|you should know(?: that)?|i should (?:mention|add|say)(?: that)?"
        r"|(?:i (?:just )?)?(?:want(?:ed)? to|should) (?:mention|add|let you know)(?: that)?"
        r"|keep in mind(?: that)?|as you know|you know(?: what)?|i mean|i think(?= i\b)"
        r"|i guess(?= i\b)|i feel like(?= i\b)|i believe(?= i\b)|i'd say(?= i\b)|i'd say"
        r"|that said|then|especially since|especially because|hopefully"
        r"|ps|p\.s\.?|side note|quick note|to clarify|luckily|fortunately|unfortunately|sadly"
        r"|maybe|probably|perhaps|mind you|speaking of which)\b(?!')",
    ),
    (
        "recent",
        r"(?:(?:more )?recently|lately|of late|these days|nowadays|in recent (?:weeks|months)"
        r"|this (?:semester|term|year)|for the (?:past|last) (?:few )?\w+ ?(?:weeks|months|years)"
        r"|over the (?:past|last) (?:few )?\w+)\b",
    ),
    (
        "nowadays",
        r"(?:now|currently|at the moment|at present|right now|still|presently|as of now)\b",
    ),
    (
        "habit",
        r"(?:usually|often|normally|generally|typically|regularly|frequently|routinely"
        r"|most(?:ly)? (?:days|mornings|evenings|weekends)|every (?:single |other )?(?:day"
        r"|morning|evening|night|week(?:end)?|month|year|(?:mon|tues|wednes|thurs|fri|satur"
        r"|sun)day)s?"
        r"|on (?:weekends|weekdays|(?:mon|tues|wednes|thurs|fri|satur|sun)days)|in my (?:free"
        r"|spare) time|tend to)\b",
    ),
    ("always", r"(?:always|constantly|all the time|keep(?= \w+ing))\b"),
    ("never", r"never\b"),
    ("sometimes", r"(?:sometimes|occasionally|from time to time|once in a while)\b"),
    ("main", r"(?:mainly|mostly|primarily|exclusively|only|chiefly)\b"),
    (
        "standing",
        r"(?:from now on|going forward|from here on(?: out)?|in (?:the )?future|henceforth"
        r"|from this point(?: on| forward)?|moving forward|whenever you [^,]{2,40},"
        r"|every time you [^,]{2,40},|when(?:ever)? (?:you )?(?:answer|reply|respond|writ"
        r"|giv)\w*[^,]{0,40},|by default|in (?:all|every|any) (?:answers?|repl(?:y|ies)"
        r"|responses?|this project|this chat|this conversation)|for (?:all|every|any) [^,]{2,40},"
        r"|in this (?:project|chat|conversation))",
    ),
    (
        "day",
        r"(?:today|this (?:morning|afternoon|evening|time)|tonight|yesterday|last night|just now"
        r"|earlier(?: today)?|the other day|on the way|(?:a (?:few|couple of) )?(?:minutes"
        r"|hours) ago)\b",
    ),
    ("soon", r"(?:tomorrow|this weekend|in a (?:bit|minute|moment|while)|later(?: today)?|soon)\b"),
    (
        "date",
        rf"(?:in|on|by|last|next|this|since|until|for) (?:{_MONTHS}(?: \d{{1,2}}(?:st|nd|rd"
        rf"|th)?)?(?:,? \d{{4}})?|(?:the )?(?:week|month|year|spring|summer|fall|autumn|winter)"
        rf"|\d{{4}})\b",
    ),
    (
        "past",
        r"(?:previously|formerly|in the past|back then|at one point|before that|as a (?:kid|child"
        r"|teenager|student)|when i was [^,]{2,30}|growing up|years ago)\b",
    ),
    (
        "future",
        r"(?:someday|some day|one day|eventually|in the (?:near |coming )?(?:future|months|years)"
        r"|down the road|after (?:i )?graduat\w+|once i [^,]{2,30}|next time)\b",
    ),
    ("am", r"(?:'m|'re|am|are)\b(?! (?:like|there)\b)"),
    (
        "have",
        r"(?:'ve\b|have(?= (?:been|always|never|also|just|recently|only|long|already|since|wanted"
        r"|worked|lived|moved|started|decided|switched|had|studied|used|got|taken|become|built"
        r"|written|\w+ed)\b))",
    ),
    ("past", r"'d(?= (?:been|always|never|\w+ed)\b)|had(?= been\b)"),
    ("would", r"'d\b"),
    ("will", r"(?:'ll|will)\b"),
    (
        "degree",
        r"(?:also|really|truly|absolutely|definitely|totally|just|very|quite|pretty|rather"
        r"|especially|particularly|actually|do(?= (?:like|love|enjoy|hate|prefer|want|have|live"
        r"|work|use))|simply|honestly|already|personally|kind of|sort of|a bit|genuinely"
        r"|certainly|both|even|finally|all(?= (?:use|work|live))|much(?= prefer)|(?!(?:reply|rely"
        r"|apply|supply|fly|comply|multiply|imply|family|july|early|daily|weekly|monthly|friendly"
        r"|lonely|ally|rally)\b)[a-z]{3,14}ly)\b",
    ),
    (
        "topic",
        r"(?:besides|apart from|aside from|other than|for|at|in|when it comes to|as for) (?!me\b"
        r"|example|instance|this|that|what|which)[\w' -]{2,50}?(?:,|$)",
    ),
)
_SUBJECTS: tuple[tuple[Subject, str], ...] = (
    (
        "family",
        rf"(?:my|our) (?:\w+[- ]year[- ]old |older |younger |elder |little |big |eldest |youngest "
        rf"|oldest |late |two |three |own ){{0,2}}{_KIN}(?:,? (?-i:[A-Z])[a-z]+,?)?(?= "
        rf"|'s)(?! (?:and i\b|says?|said|thinks?|thought|asked|asks|told|tells|texted|sent|wrote"
        rf"|wants? me))",
    ),
    (
        "self",
        rf"(?:i and my \w+|my \w+ and i\b|i\b(?: myself)?(?!\.e|/|-)|my (?={_OWN_THINGS}\b)"
        rf"|my (?={NAMED_ACQUAINTANCE} ))",
    ),
    (
        "we",
        r"(?:we\b|our (?:team|company|stack|codebase|project|startup|shop|backend|frontend"
        r"|database|api|product|app|service)s?\b|our (?=\w+ (?:db|database|server|stack|code)\b)"
        r"|our (?=(?:wedding|anniversary|house|apartment|flat|car|due date) (?:is|was)\b))",
    ),
)
_KINDS: tuple[str, ...] = tuple(name for name, _ in (*_SUBJECTS, *_LEAD))
_TOKEN = re.compile("|".join(f"({pattern})" for _, pattern in (*_SUBJECTS, *_LEAD)), re.IGNORECASE)
_BLANKS = re.compile(r"[ \t,!.~]*")
_MOST_TOKENS = 14

_EMPTY_OBJECT = re.compile(
    rf"(?:it|that|this|these|those|them|him|her|his|their|you|your|what|how|to (?:know|ask|hear"
    rf"|chat|talk|see (?:you|how|what|if|more)|understand|thank|say|share|discuss|point"
    rf"|get (?:your|some advice|advice))|when (?:you|it)|the (?:idea|way|suggestion|sound|one"
    rf"|first|second|last|answer|advice|result|output|activities|point)"
    rf"|chatting|talking (?:to|with) you|hearing|if|{MASK}*$)(?:\b|$)",
    re.IGNORECASE,
)
#: The statement rests on what was said before it, so it cannot stand alone.
_POINTING = re.compile(
    r"^(?:\w+ )?(?:it|them|one|him|her)\b|\b(?:it|them|this|that|these|those|there|here|him"
    r"|her|a few|another one|something|stuff)\W*$",
    re.IGNORECASE,
)
_NOT_NAME = re.compile(
    r"(?:not|on|in|the|being|spelled|called|that|your?|what|too|very|a|an|my|so)\b", re.IGNORECASE
)
_ADDRESSEE = re.compile(r"\b(?:you|your|yours)\b", re.IGNORECASE)


class English:
    """The English side of the engine."""

    rules: Sequence[Rule] = (
        *EN_DIRECTIVES,
        *EN_TASTES,
        *EN_PERSON,
        *EN_DOINGS,
    )
    drops_subject = False
    remember = EN_REMEMBER
    supposing = re.compile(
        r"\b(?:(?<!know )(?<!sure )(?<!wonder )(?<!see )(?<!ask )if|suppose|supposing|imagine"
        r"|assuming|assume|hypothetically|let's say|say i|what if|pretend|in case|unless|wish i"
        r"|as if|as though|even if|would i|whether i(?! should)|for instance, i|had i|were i)\b",
        re.IGNORECASE,
    )
    insincere = re.compile(
        r"\b(?:oh (?:great|joy|good|wonderful|perfect|lovely)|yeah,? right|just what i (?:needed"
        r"|wanted)|exactly (?:how|what|where) i|how i love|don't you just"
        r"|i just love (?:it )?(?:when|how)|said no one|sarcas\w+|/s\b"
        r"|never said|didn't say|not saying|(?:i )?never (?:told|asked)|just kidding|joking"
        # Lyrics that are quoted or written, not those that somebody has a taste in.
        r"|lyrics (?:from|of|for|about|say|go)|(?:these|this|song|my|write|some) lyrics"
        r"|quote from|tagline|in my dream"
        r"|dreamt?|example sentence"
        r"|for the sake of argument)\b|(?<=\s)/s$",
        re.IGNORECASE,
    )
    unasserted = re.compile(
        r"^(?:and |but |so |or )?(?:do|does|did|am|is|are|was|were|can|could|should|would|will"
        r"|shall|what|which|who|whom|whose|how|why|where|have you|has|had) |\b(?:right|isn't it"
        r"|don't you think)\?$|\bi (?:wonder|don't know|am not sure|'m not sure|was wondering"
        r"|doubt)\b",
        re.IGNORECASE,
    )
    introduces = re.compile(
        r"remember|note|context|background|fyi|about me|ps|p\.s|profile|info|preference"
        r"|requirement|situation|constraint|heads|setup|reminder|by the way|btw|from now|memory",
        re.IGNORECASE,
    )

    def parse(self, text: str, start: int) -> Parsed:
        subject: Subject = "none"
        flags: set[str] = set()
        position = 0
        for _ in range(_MOST_TOKENS):
            position = _BLANKS.match(text, position).end()  # type: ignore[union-attr]
            token = _TOKEN.match(text, position)
            if token is None or token.end() == position:
                break
            kind = _KINDS[(token.lastindex or 1) - 1]
            if kind in _SUBJECT_OF:
                if subject != "none":
                    break
                subject = _SUBJECT_OF[kind]
            elif kind in _AUXILIARIES and subject == "none":
                break
            else:
                flags.add(kind)
            position = token.end()
        flags |= {name for name, pattern in _ANYWHERE if pattern.search(text)}
        return Parsed(subject, frozenset(flags), text[position:], start + position)

    def accepts(self, rule: Rule, parsed: Parsed, match: re.Match[str]) -> bool:
        slot = (match.groupdict().get("object") or "").strip()
        if "dropped" in parsed.flags and parsed.predicate[:5].lower() == "like ":
            return False
        if _POINTING.search(slot):
            return False
        if rule.name == "plan.dated" and "am" not in parsed.flags:
            return False
        if rule.family in {"like", "diet", "tool", "favourite"}:
            return not _EMPTY_OBJECT.match(slot)
        if rule.family == "name":
            return not _NOT_NAME.match(slot)
        if rule.family in {"habit", "plan", "learn", "doing", "complaint"}:
            return not _ADDRESSEE.search(slot)
        return True

    def continues(self, rule: Rule, text: str) -> bool:
        if rule.reach == "none":
            return False
        if rule.reach == "rest":
            return not _NEW_STATEMENT.match(text)
        if rule.family == "diet" and _EXCEPTION.match(text):
            return True
        return bool(_ITEM.match(text)) and not _NEW_SUBJECT.search(text)

    def word(self, text: str, rule: Rule, said_at: datetime) -> str:
        return word(text, rule, said_at)


_SUBJECT_OF: dict[str, Subject] = {"self": "self", "we": "we", "family": "family"}
_AUXILIARIES = frozenset({"am", "have", "would", "will"})
#: Circumstances that English may put after the verb.
_ANYWHERE = (
    (
        "day",
        re.compile(
            r"\b(?:today|tonight|yesterday|this (?:morning|afternoon|evening)|last night|just now"
            r"|an? (?:minute|hour)s? ago)\b",
            re.I,
        ),
    ),
    (
        "soon",
        re.compile(
            r"\b(?:tomorrow|this weekend|right away|in a (?:bit|minute|moment|while))\b", re.I
        ),
    ),
    (
        "recent",
        re.compile(
            r"\b(?:recently|lately|these days|nowadays|for (?:a while|\w+ (?:weeks|months"
            r"|years)))\b",
            re.I,
        ),
    ),
    (
        "habit",
        re.compile(
            r"\b(?:every (?:day|morning|evening|night|week(?:end)?|month|(?:mon|tues|wednes|thurs"
            r"|fri|satur|sun)day)|(?:once|twice|\w+ times) a (?:day|week|month)|on (?:weekends"
            r"|weekdays|(?:mon|tues|wednes|thurs|fri|satur|sun)days)|in my (?:free|spare) time)\b",
            re.I,
        ),
    ),
    (
        "date",
        re.compile(
            rf"\b(?:(?:in|on|by|next|this|until|around|since|last) (?:{_MONTHS}|(?:the )?(?:month"
            rf"|year|spring|summer|fall|autumn|winter|week|(?:mon|tues|wednes|thurs|fri|satur"
            rf"|sun)day)|20\d\d)|{_MONTHS} \d{{1,2}})\b",
            re.I,
        ),
    ),
    (
        "standing",
        re.compile(
            r"\b(?:from now on|going forward|in the future|in this (?:chat|conversation|project"
            r"|thread)|in (?:all|every|any) (?:answers?|repl(?:y|ies)|responses?)|every time"
            r"|by default|at all times)\b",
            re.I,
        ),
    ),
    (
        "chat",
        re.compile(
            r"\b(?:with you|to you|ask you|your (?:advice|help|suggestion|opinion|guidance)s?"
            r"|chat|talk about|share (?:it|this|that|them|with)|suggestions?|recommend\w*)\b",
            re.I,
        ),
    ),
)
_ITEM = re.compile(
    r"(?:and|or|especially|particularly|including|such as|like|e\.g\.|for example|mainly|mostly"
    r"|plus|as well as|not|to|for|in|with|aged?|named|called)\b|[\w\ufffc'’\- ]{1,40}$",
    re.I,
)
_NEW_SUBJECT = re.compile(
    r"^(?:and |or |but |so )?(?:i|i'm|i've|we|my|our|you|he|she|it|they|that|this|there|what|how"
    r"|which|please|can|could|do|any|so|but|thanks|thank|right|though|although|because|let|give"
    r"|tell|help|keep|use|make|avoid|write|answer|break|explain|show|suggest|recommend|leave|skip"
    r"|remember|respond|reply|hate|dislike|prefer|don't|and it|and they)\b|'s\b",
    re.I,
)
#: What somebody who keeps a diet eats all the same.
_EXCEPTION = re.compile(r"(?:but|though|although) (?:i )?(?:do |still |can |will )*eat\b", re.I)
_NEW_STATEMENT = re.compile(
    r"(?:and |but |so )?(?:i|i'm|i've|we|what|how|can|could|thanks|thank)\b", re.I
)
