"""What people say about themselves in English, as a table: who they are, work, skills and tools.

Patterns are matched at the predicate: what follows the subject, a contracted or leading
auxiliary (flags ``am``, ``have``, ``would``, ``will``) and the adverbs; flags are those that
:mod:`memoryx.extraction.rules.en` reads. The first rule that fits wins.
"""

from __future__ import annotations

from memoryx.extraction.rules.grammar import Rule, rule

_OBJECT = r"(?P<object>.+)"
_JOBS = (
    r"(?:engineer|developer|programmer|doctor|physician|nurse|pharmacist|teacher|professor"
    r"|lecturer|tutor|designer|architect|lawyer|attorney|paralegal|accountant"
    r"|auditor|driver|chef|cook|writer|copywriter|author|journalist|editor|director|actor|actress"
    r"|singer|musician|painter|artist|photographer|translator|interpreter|manager|lead|supervisor"
    r"|assistant|secretary|consultant|analyst|scientist|researcher|founder|co-founder"
    r"|entrepreneur|freelancer|contractor|sysadmin|administrator|devops|recruiter|salesperson"
    r"|sales rep|marketer|clerk|cashier"
    r"|firefighter|police officer|soldier|veteran|pilot|flight attendant|farmer|carpenter"
    r"|electrician|plumber|mechanic|barista|bartender|baker|butcher|therapist|psychologist"
    r"|dentist|vet|veterinarian|coach|trainer"
    r"|librarian|homemaker|stay-at-home (?:mom|mum|dad|parent)|retiree|streamer|blogger|youtuber"
    r"|economist|statistician|biologist|chemist|physicist|mathematician|technician|specialist"
    r"|intern|apprentice|owner)"
)
_STUDENT = (
    r"(?:student|undergrad(?:uate)?|grad student|freshman|sophomore|junior|senior|phd(?: candidate"
    r"| student)?|postdoc|major)"
)
_PEOPLE = (
    r"(?:daughters?|sons?|kids?|child(?:ren)?|bab(?:y|ies)|toddlers?|twins|brothers?|sisters?"
    r"|siblings|grand(?:son|daughter|kid|child)\w*|girlfriend|boyfriend|wife|husband|fianc[eé]e?"
    r"|partner|dogs?|cats?|pupp(?:y|ies)|kittens?|rabbits?|parrots?|hamsters?|horses?|retrievers?"
    r"|poodles?|corg(?:i|is))"
)
_MAKE = (
    r"(?:build|develop|writ|creat|design|mak|launch|start|runn|maintain|work|record|compos|publish"
    r"|prototyp)ing"
)
#: Somebody around the user whose name is all that is taken.
NAMED_ACQUAINTANCE = (
    r"(?:boss|manager|supervisor|advisor|professor|therapist|doctor|dentist|trainer|coach|landlord"
    r"|neighbou?r|roommate|flatmate|colleague|co-?worker|best friend)(?:'s name is"
    r"| is (?:called|named))"
)

# fmt: off
EN_PERSON: tuple[Rule, ...] = (
    # who the user is
    rule("name", ("context", "personal"), 0.93,
         r"(?:(?:full |first |last |middle |real )?(?:name|surname|nickname)(?: is|'s) |(?:am "
         r"|is )?called |go(?:es)? by )(?P<object>[\w.'\ufffc-]+(?: (?-i:[A-Z])[\w.'-]*){0,3})"
         r"(?:,? by the way)?$",
         subjects="self", key="name", forbids="past"),
    rule("name.family", ("context", "personal"), 0.9,
         r"(?:'s (?:first |full )?name is|(?:is|are) (?:called|named)|names are) "
         + _OBJECT,
         subjects="family", family="name", forbids="past"),
    rule("name.greeting", ("context", "personal"), 0.75,
         r"(?P<object>(?-i:[A-Z])[a-z]+(?: (?-i:[A-Z])[a-z]+){0,2})$",
         family="name", needs="greeting", key="name", forbids="past"),
    rule("birthday", ("context", "personal"), 0.93,
         r"(?:'s )?(?:birthday|bday) (?:is|falls)(?: on)? (?!today|tomorrow|coming|soon"
         r"|not)(?P<object>.+)",
         subjects="self family", key="birthday", forbids=""),
    rule("birthday.today", ("context", "personal"), 0.86,
         r"(?:it's |it is |is )?(?:(?:also )?my|is my) (?P<object>\w* ?birthday)\b",
         family="birthday", subjects="none self", needs="day", forbids="soon", key="birthday"),
    rule("birthday.self", ("context", "personal"), 0.86,
         r"birthday is (?:today|tomorrow)(?P<object>.*)",
         family="birthday", forbids="", key="birthday"),
    rule("birthday.born", ("context", "personal"), 0.9,
         r"(?:was|were) born (?:in|on|at) "
         + _OBJECT,
         family="birthday", subjects="self family", key="born", forbids=""),
    rule("age", ("context", "personal"), 0.84,
         r"(?:is |are |turned |turns? |turning |just turned |about to turn )?(?P<object>\d{1,3}"
         r"|(?:twenty|thirty|forty|fifty|sixty|seventy)[- ]?\w*)(?: years? old| years? of age"
         r"|(?= and)| now$|$)",
         subjects="self family", key="age"),
    rule("home", ("context", "personal"), 0.9,
         r"(?:been )?(?:live|lives|living|based|reside|resides|located|settled"
         r"|lived(?= in .* (?:for|since|all)))(?! with| on my own| my life| in (?:fear"
         r"|a world))(?: currently| now)? (?:in|near|at|outside|just outside|on) "
         + _OBJECT,
         subjects="self we family", forbids="day past will would", key="home_city", reach="list"),
    rule("home.with", ("context", "personal"), 0.82,
         r"(?:live|living|lives) (?:alone|with (?:my|a|two|three|roommates)\b.*"
         r"|on my own)(?P<object>.*)",
         family="home", forbids="day past will would"),
    rule("home.from", ("context", "personal"), 0.84,
         r"(?:originally )?from (?!the (?:same|list|code|docs)|now|this|that|my|what"
         r"|a\b)(?P<object>(?-i:[A-Z])\w+.*)",
         needs="am", key="home_town"),
    rule("home.grew", ("context", "personal"), 0.84,
         r"(?:grew up|come|was raised|am originally) (?:in|from) (?!this|that"
         r"|a background)(?P<object>.+)",
         family="home.from", key="home_town"),
    rule("home.move", ("context", "personal"), 0.9,
         r"(?:just |recently |have |'ve )*(?:moved|relocated|emigrated|immigrated)(?: (?:here"
         r"|out))?(?: (?:from|out of) (?P<origin>[\w .'-]{2,24}?))?(?: back)? (?:to"
         r"|into) (?!the (?:next|left|right|top)|using|a new (?:file|folder|tab))"
         + _OBJECT,
         family="transition", subjects="self we family", key="home_city", forbids=""),
    rule("usedto", ("context", "personal"), 0.8,
         r"used to (?P<object>.+)",
         family="transition", subjects="self we", forbids="chat"),
    rule("switch", ("preference", "professional"), 0.85,
         r"(?:just |recently |completely )*(?:switched|migrated|changed|converted"
         r"|moved)(?: over)?(?: (?:from|away from) (?P<origin>[\w .'+#-]{2,24}?))? (?:to"
         r"|over to) (?!the (?:next|left|right|other)|a different (?:tab|window))"
         + _OBJECT,
         family="transition", subjects="self we none", forbids="day", key="uses"),
    rule("study", ("context", "personal"), 0.8,
         r"(?:been )?(?:stud(?:y|ies|ying|ied)|major(?:s|ing|ed)? in|doing (?:a|my) (?:phd"
         r"|masters?|bachelor'?s?|degree|mba)|(?:pursuing|getting) (?:a|my) (?:phd|master'?s"
         r"|bachelor'?s|degree|mba)|graduated from|graduated with|have (?:a|my) (?:phd"
         r"|master'?s|bachelor'?s|degree|mba))(?P<object>.*)",
         subjects="self family", forbids="day past chat will would", key="study", reach="list"),
    rule("student", ("context", "personal"), 0.86,
         r"(?:is |are )?(?:currently )?(?:a |an |in my |in her "
         r"|in his )(?P<object>(?:[\w'-]+ ){0,4}?(?:"
         + _STUDENT
         + r"|year (?:of|at)))\b(?P<rest>.*)",
         family="study", subjects="self family", forbids="day past have would will",
         key="occupation"),
    rule("character", ("context", "personal"), 0.8,
         r"(?:been )?(?:a |an )?(?:bit of |quite |very "
         r"|pretty )*(?:an? )?(?P<object>introvert(?:ed)?"
         r"|extrovert(?:ed)?|perfectionist|night owl|morning person|early bird|procrastinator"
         r"|shy|homebody|(?:more )?(?:[\w-]+ and )?[\w-]+ person|people person)\b",
         needs="am have"),
    rule("household", ("context", "personal"), 0.86,
         r"(?:own |adopted |got |have |has |'ve got |raise |also have )(?:a |an |one |two "
         r"|three |four |five |several |\d )(?P<object>(?:[\w'-]+ ){0,4}?"
         + _PEOPLE
         + r")\b(?! (?:food|toy|video|photo|breed|picture|class|question))(?P<rest>.*)",
         subjects="self we family", forbids="day would will", reach="list"),
    rule("belongings", ("context", "personal"), 0.76,
         r"(?:drive|ride|own) (?:a|an|my) (?!hard|lot|few|bit)(?P<object>.+)",
         family="household", forbids="day past chat would will"),
    rule("belongings.what", ("context", "personal"), 0.78,
         r"(?:car|truck|van|motorcycle|motorbike|bike|camera|house|apartment|flat) is (?:a|an"
         r"|from|on) (?P<object>(?=[^,]{0,30}(?-i:[A-Z0-9])).+)",
         family="household"),
    rule("belongings.device", ("context", "professional"), 0.78,
         r"(?:have|own|'ve got|have got) (?:a |an |the |two |my )(?:\w+ ){0,2}?(?P<object>"
         r"(?-i:MacBook|iPhone|iPad|ThinkPad|Kindle|Steam Deck|Raspberry Pi|PlayStation|PS[45]|Xbox"
         r"|Nintendo Switch|Meta Quest|Google Pixel|Galaxy S\d+|Surface Pro|Tesla|Synology|RTX)\b"
         r"(?! (?:apps?|cases?|game|question|problem|issue|idea|project)).*)",
         family="household", subjects="self we", forbids="day would will past", reach="list"),
    rule("origin.family", ("context", "personal"), 0.82,
         r"(?:is|are|was|comes?|came) (?:originally )?from (?P<object>(?-i:[A-Z])[\w ]{2,40})$",
         family="home", subjects="family"),
    rule("school.family", ("context", "personal"), 0.8,
         r"(?:starts?|started|is starting|goes to|attends?|is in|graduates? from) "
         r"(?P<object>(?:\w+ )?(?:kindergarten|preschool|(?:pre-)?k|daycare|elementary|primary"
         r"|(?:middle|high|primary|secondary) school|college|university|(?:first|second|third"
         r"|fourth|fifth|sixth|seventh|eighth|ninth|\d+th|\d+st|\d+nd|\d+rd) grade"
         r"|year \d+)\b.*)",
         family="study", subjects="family", forbids=""),
    rule("body.size", ("context", "health"), 0.8,
         r"weigh (?:about |around )?(?P<object>\d{2,3}(?:\.\d)? ?(?:kg|kilos?|lbs?|pounds)\b.*)",
         family="body", forbids="day would will past", reach="list"),
    rule("body.tall", ("context", "health"), 0.8,
         r"(?P<object>\d(?:'| ?ft ?| foot )\d{0,2}\"?|\d{3} ?cm|\d\.\d{1,2} ?m) tall\b(?! in\b)",
         family="body", needs="am"),
    rule("budget", ("context", "personal"), 0.78,
         r"on a (?:tight|limited|small|shoestring|student)[\w ]{0,12} (?:budget|income)"
         r"(?P<object>.*)",
         family="budget", subjects="self we", needs="am", forbids="day", reach="list"),
    rule("name.others", ("context", "personal"), 0.82,
         NAMED_ACQUAINTANCE + r" (?P<object>(?-i:[A-Z])[\w'-]*"
         r"(?: (?-i:[A-Z])[\w'-]*)?)$",
         family="people"),
    rule("event.dated", ("objective", "plan"), 0.8,
         r"(?:wedding|graduation|due date|interview|exam|flight|surgery|anniversary"
         r"|thesis defen[cs]e|marathon|race) is (?:on|in|at|scheduled for|set for)"
         r" (?P<object>.+)",
         family="plan", subjects="self we", needs="date", forbids="day soon past"),
    rule("attribute", ("context", "personal"), 0.84,
         r"(?:time ?zone|age|pronouns|native (?:language|tongue)|mother tongue|blood type"
         r"|height|weight|shoe size|degree|diet|mbti|religion|nationality) (?:is|are) (?!not"
         r"|too|very|a problem)(?P<object>.+)"),
    rule("relation", ("context", "personal"), 0.8,
         r"(?:been |got |getting |is )?(?:married|divorced|engaged|single|widowed"
         r"|separated)(?: (?:to|with|for|since|in)\b.*)?$",
         needs="am have", key="relationship"),
    # work and tools
    rule("transition.job", ("context", "professional"), 0.84,
         r"(?:just |recently |finally |have |got )*(?:joined (?=.*\b(?:company|firm|startup"
         r"|start-up|as an?|team at|inc|corp|department|lab|agency)\b)|quit (?:my|the|this) job"
         r"|left my (?:job|position)|resigned|got (?:laid off|fired|promoted|hired"
         r"|a (?:new )?job|an offer)|was (?:laid off|fired|promoted|hired)|been (?:laid off"
         r"|promoted|hired)|retired|started (?:a |my )?(?:new )?(?:job|position|company|startup"
         r"|business)|accepted (?:a|an) (?:offer|job|position)|passed (?:an?|the"
         r"|my) (?:\w+ )?interview|promoted to)(?P<object>.*)",
         family="transition", forbids="past would"),
    rule("work.at", ("context", "professional"), 0.85,
         # One employer at a time: what is done beside it has no key, so that it replaces nothing.
         r"(?:been )?(?:work|working|employed|interning)(?: (?:full[- ]time|remotely))? (?:at|for)"
         r" (?!(?:home|night|times|first|last|least|most|free|now|fun|it|that|you|me|myself|him|her"
         r"|them|example|money|pay)\b|(?:a|an|the|this|my) (?:\w+ )?(?:desk|pace|moment|time|while"
         r"|night|living|client|customer|project|level)s?\b|\w+ hours|\d)"
         r"(?!.*\b(?:on the side|weekends?|evenings?|part[- ]time|second job|two|several|and)\b)"
         + _OBJECT,
         family="work", subjects="self", forbids="day past would will chat", key="workplace"),
    rule("work", ("context", "professional"), 0.85,
         r"(?:been )?(?:work|works|working|employed|interning|worked(?= (?:here|there|for|at"
         r"|in) .*(?:years|since)))(?! out\b| on it| well| fine| hard| together"
         r"| for me)(?: (?:full[- ]time|part[- ]time|remotely|freelance))? (?:at|for|as|in|with"
         r"|from home|remotely|on (?=(?:\w+ ){0,4}(?:team|side)))(?! (?:the (?:morning|evening"
         r"|weekend)|this (?:code|file)|a (?:few|while)|it|that|\w+ hours|you|example))"
         + _OBJECT,
         subjects="self family", forbids="day past would will chat", reach="list"),
    rule("work.as", ("context", "professional"), 0.86,
         r"(?:is |been |a retired |an? ex-)?(?:a |an |the )?(?P<object>(?:[\w/'&+-]+ ){0,5}?"
         + _JOBS
         + r")\b(?! of the (?:day|movie)|'s)(?P<rest>(?: (?:at|for|on|of|in|with|who|from|by|and"
         r"|working)\b.*)?)$",
         family="work", needs="am have", forbids="day past would will", key="occupation"),
    rule("work.family", ("context", "personal"), 0.84,
         r"(?:is|are) (?:a |an |the )(?P<object>(?:[\w/'&+-]+ ){0,4}?"
         + _JOBS
         + r")\b",
         family="work", subjects="family"),
    rule("work.hours", ("context", "professional"), 0.84,
         r"work (?:the |in )?(?P<object>(?:(?:\w+|12-hour|24-hour) )?(?:shifts?|nights"
         r"|weekends)\b.*|(?:remotely|from home|part[- ]time|full[- ]time|freelance"
         r"|four days a week)\b.*)",
         family="work", forbids="day past chat would will", reach="list"),
    rule("work.role", ("context", "professional"), 0.78,
         r"as (?:a |an )(?P<object>(?:[\w/'&+-]+ ){0,4}?(?:"
         + _JOBS
         + "|"
         + _STUDENT
         + r"|vegan|vegetarian|beginner|(?:single )?(?:parent|mother|father|mom|dad)))$",
         family="work", subjects="none", forbids="day past", key="occupation"),
    rule("work.job", ("context", "professional"), 0.84,
         r"(?:current |day )?(?:job|occupation|profession|employer) (?:is|as) (?!boring|hard|so"
         r"|not|too|very)"
         + _OBJECT,
         family="work", key="occupation"),
    rule("work.own", ("context", "professional"), 0.82,
         r"(?:run|own|manage|operate|founded|co-founded|started) (?:a|an|my own"
         r"|the) (?P<object>(?:[\w'-]+ ){0,4}?(?:shops?|store|business|company|restaurant|cafe"
         r"|bakery|farm|agency|studio|startup|newsletter|clinic|salon|school|nonprofit|charity"
         r"|bookstore|hotel|hostel)\b.*)",
         family="work", subjects="self we", forbids="day past would will chat", key="occupation",
         reach="list"),
    rule("work.search", ("objective", "professional"), 0.84,
         r"(?:been )?(?:(?:actively |also )?(?:look(?:ing)?|search(?:ing)?|hunting"
         r"|apply(?:ing)?) for|considering|thinking (?:of|about)|want to|plan(?:ning)? to"
         r"|hop(?:e|ing) to|trying to)(?: (?:whether (?:or not )?(?:to|i should)|to"
         r"|about))? ?(?:find(?:ing)?|get(?:ting)?|chang(?:e|ing)|switch(?:ing)?|quit(?:ting)?"
         r"|leav(?:e|ing)|look(?:ing)? for|start(?:ing)?)? ?(?P<object>(?:an?|my|new|another"
         r"|different|the|for|better|current|\w+ing|remote|\w+) (?:[\w-]+ ){0,4}?(?:jobs?"
         r"|career|work\b(?! on)|position|roles?|employment|internship|company)\b.*|jobs\b.*"
         r"|careers\b.*)",
         forbids="day chat", reach="none"),
    rule("work.load", ("context", "professional"), 0.55,
         r"(?:been )?(?:feeling |getting )?.{0,30}(?:stress\w*|overwhelm\w*|burn\w* out"
         r"|busy) (?:out )?(?:at|with|from|by) work(?P<object>.*)",
         family="work", needs="recent have always", forbids="day"),
    rule("project", ("objective", "professional"), 0.8,
         r"(?:been )?(?:"
         + _MAKE
         + r")(?: on)?(?! on (?:it|that|this)\b| (?:it|that|this|sense|progress|a lot of"
         r"|an effort|sure|fun|late|out|from home|with|for|at|as|in|hard"
         r"|remotely)\b) (?P<object>(?!(?:\w+ ){0,4}(?:function|query|script|tests?|regex|loop"
         r"|e-?mail|letter|message|reply|method|class|call|request|mistake|list|decision"
         r"|change)\b)(?:a|an|my|our|the|some|several|two)\b.+)",
         subjects="self we", needs="am have nowadays", forbids="day chat would past",
         reach="list"),
    rule("tool", ("preference", "professional"), 0.82,
         r"(?:use|uses|code in|program in|write (?:mostly |mainly )?(?:in )?(?=(?-i:[A-Z]))"
         r"|work (?:in|with)|develop (?:in|on)|run|rely on|stick to|ship (?:on|with)"
         r"|deploy (?:on|to|with)|are on|host on|target)(?:ly)? (?!this|that|it"
         r"|the (?:following|same|above|code)|your?|to\b|a (?:for|while|loop)|into|out)"
         + _OBJECT,
         subjects="self we", needs="always habit main nowadays",
         forbids="day past chat would will", reach="list"),
    rule("tool.we", ("context", "professional"), 0.78,
         r"(?:all |mostly |mainly )*(?:use|ship|deploy|run|host|build|develop|are|work|is|runs"
         r"|uses)(?: \w+){0,2}? (?:on|with|in|to|for)? ?(?=.*(?-i:[A-Z]))(?!to\b|this|that"
         r"|it\b)(?P<object>.*\b(?-i:[A-Z])[\w+#.]+.*)",
         family="tool", subjects="we", forbids="day past chat would will have", reach="list"),
    rule("tool.device", ("context", "professional"), 0.82,
         r"(?:main |work |primary |current |default )*(?:laptop|phone|computer|editor|os|stack"
         r"|tech stack|setup)(?: is|'s| runs?) (?:a |an "
         r"|the )?(?P<object>(?=[^,]{0,30}(?-i:[A-Z0-9]))(?!I\b).+)",
         family="tool"),
    rule("tool.plain", ("preference", "professional"), 0.76,
         r"(?:use|run|code in|program in|write in|daily drive) (?P<object>(?:"
         r"(?-i:[A-Z])[\w+#.-]*|i3|zsh|vim|emacs|fish|tmux)(?: (?-i:[A-Z0-9])[\w+#.]*){0,2})"
         r"(?: (?:for|at|on|as|in|daily|every day|with) (?:my|work|all|most|everything"
         r"|the backend|the frontend|a daily|(?-i:[A-Z])\w+|home|daily).*)?$",
         family="tool", subjects="self we", forbids="day past chat would will"),
    rule("tool.units", ("preference", "preference"), 0.84,
         r"(?:use|prefer|think in) (?:the )?(?P<object>(?:metric|imperial|si)(?: units?| system)?"
         r"|celsius|fahrenheit|24-hour (?:time|clock))\b(?! (?:in|for|on) (?:this|that|the)\b)",
         family="tool", subjects="self we", forbids="day past chat would will", key="units"),
    rule("skill", ("skill", "activity"), 0.82,
         r"(?:know how to|(?:am |'m )?(?:fluent|proficient|experienced|skilled|comfortable|good"
         r"|great|familiar|an expert|well versed|certified|decent)(?: in| at| with)|speak"
         r"|play the|play(?= (?:guitar|piano|violin|drums|bass|cello|chess|tennis|basketball"
         r"|football|soccer|badminton|golf|volleyball|hockey))) (?P<object>.+)",
         forbids="day past chat would will", reach="list"),
    rule("skill.can", ("skill", "activity"), 0.8,
         r"can (?P<object>(?:speak|play (?:the |guitar|piano|violin|drums|bass|cello|chess"
         r"|tennis|go\b)|weld|code|program|sew|knit|cook|bake|swim|ski|drive|juggle|sing|dance"
         r"|draw|paint|read music)\b.*)",
         family="skill", forbids="day past chat"),
    rule("skill.years", ("skill", "professional"), 0.82,
         r"(?:have |been |has )?(?:(?P<what>[\w' -]{0,40}?) )?(?P<object>(?:\d{1,2}|one|two"
         r"|three|four|five|six|seven|eight|nine|ten|several|a few|many|over \w+"
         r"|about \w+)\+? years?(?: of)? (?:experience|professional|working|coding|teaching"
         r"|practice)\b.*)",
         family="skill", forbids="day would chat past"),
    rule("skill.since", ("context", "activity"), 0.78,
         r"been (?P<object>(?!feeling|thinking|wondering|waiting|having|told|trying|meaning"
         r"|looking|considering|here|there|getting|so|very|really"
         r"|a while)[\w'-]+ing\b.*\b(?:for (?:\w+ )?(?:over |about |more than |almost |nearly "
         r"|several |many )?\w+ (?:years|months|decades?)|since (?:i was|\d{4}|childhood"
         r"|high school|college)).*)",
         family="skill", needs="have", forbids="day chat"),
    rule("skill.none", ("skill", "activity"), 0.76,
         r"(?:not (?:a native|fluent|a fluent|very fluent)|new to|a (?:complete "
         r"|total )?(?:beginner|novice|newbie)(?: at| in| with| to)?) (?!this chat"
         r"|you)(?P<object>.+)",
         family="skill", needs="am", forbids="day past"),
)
# fmt: on
