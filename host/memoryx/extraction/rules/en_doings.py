"""What people say about themselves in English, as a table: habits, learning, plans and the past.

Patterns are matched at the predicate: what follows the subject, a contracted or leading
auxiliary (flags ``am``, ``have``, ``would``, ``will``) and the adverbs; flags are those that
:mod:`memoryx.extraction.rules.en` reads. The first rule that fits wins.
"""

from __future__ import annotations

from memoryx.extraction.rules.grammar import Rule, rule

_OBJECT = r"(?P<object>.+)"
_TALK = (
    r"(?!(?:to )?(?:be able to |just )?(?:talk|chat|ask|know|hear|tell|share|say|thank|discuss"
    r"|get (?:some |your )?(?:advice|help|suggestions|ideas|feedback)|see (?:if|how|what)"
    r"|understand|check|make (?:it|this|that|a difference|connections|sense|sure|my)|be (?:known"
    r"|honest|clear|able|fair)|be clear|point|mention|clarify|follow your|consider your|keep that"
    r"|remember|improve (?:this|it)|figure|find out|do (?:it|that|this)"
    r"|try (?:it|that|this|these|those|them)|use (?:it|this|that)|come back|choose|relax|continue"
    r"|fix|debug|convert|print|sort|parse|filter|avoid|add (?:a|an|the)\b|have dinner"
    r"|go to (?:bed|sleep)|sleep|eat|you)\b)"
)
_MOTION = (
    r"(?:fly|travel|mov|go|head|visit|relocat|tak|start|attend|run|get|graduat|retir|hav|spend|stay"
    r"|host|celebrat|return|driv|compet|present|speak)"
)

# fmt: off
EN_DOINGS: tuple[Rule, ...] = (
    # what the user does and learns
    rule("learn", ("objective", "activity"), 0.82,
         r"(?:also )?(?:been |started |begun |begin |decided to start "
         r"|working on )?(?:learn(?:ing)?|stud(?:y|ying)|practi[cs]ing|teaching myself|tak(?:e"
         r"|ing)(?= .{0,20}(?:class|course|lesson)))(?: how)?(?! from (?:you|this"
         r"|that)) (?P<object>(?!a (?:lot|ton)|so much|more\b|tons|more about (?:it|this|that"
         r"|you)).+)",
         needs="am have recent nowadays", forbids="day chat past would will", reach="list"),
    rule("learn.start", ("objective", "activity"), 0.78,
         r"(?:just |recently )?(?:started|began|took up|picked up|have started|got into"
         r"|gotten into)(?: (?:to|on))? (?!with|it|by|the (?:day|conversation)|crying|feeling"
         r"|thinking)(?P<object>(?:learning|playing|practi[cs]ing|doing|taking|studying|running"
         r"|swimming|lifting|going to|cooking|training|writing|reading|how|yoga"
         r"|a (?:new )?(?:hobby|habit|course|class)|[\w]+ing\b).*)",
         family="learn", subjects="self", forbids="day chat past"),
    rule("learn.did", ("context", "activity"), 0.76,
         r"(?:just |recently )?(?:learned (?:how )?to|signed up for|registered for|enrolled in"
         r"|joined(?= (?:a|an|the|my)\b.*(?:club|gym|team|group|class|forum|community|band"
         r"|choir|league))|formed) (?!it|this|that)"
         + _OBJECT,
         family="learn", forbids="chat past"),
    rule("doing", ("context", "activity"), 0.76,
         r"been (?P<object>(?:reading|watching|doing (?:\w+ )?(?:yoga|pilates|exercises"
         r"|crossfit|research|calligraphy|pottery|volunteer\w*)|going to (?:the |a )?\w+"
         r"|exploring|experimenting with|researching|baking|gardening|swimming|hiking|cycling"
         r"|climbing|painting|drawing|knitting|cooking|journaling|trying (?:out )?(?:new"
         r"|different)|spending (?:more|a lot of) time|playing|writing|training|working out"
         r"|exercising|maintaining|trying to (?:eat|maintain|keep|wake|sleep|exercise|lose"
         r"|build|save|stick|reduce|stay|get)|keeping|saving|following|collecting|practicing"
         r"|listening|dieting|running|going to (?:the gym|therapy|yoga)|meditating|volunteering"
         r"|attending|growing)\b(?! (?:ever|for|a lot|as usual|so|it|this|that|well|fine)\b).+)",
         needs="have", forbids="day chat event", reach="list"),
    rule("doing.now", ("context", "activity"), 0.76,
         r"(?P<object>(?:reading(?! (?:at|in|on|up)\b)|training for|preparing for"
         r"|saving (?:up )?for|raising|renovating|restoring|rewatching|trying to (?:eat"
         r"|maintain|keep|sleep|exercise|lose|build|save|stick|reduce|quit|stop))\b(?! (?:this"
         r"|that|it|up|about|your|my plan)\b).+)",
         needs="am", forbids="day chat past", family="doing", reach="list"),
    rule("habit", ("context", "activity"), 0.74,
         r"(?:to )?(?!am\b|was\b|were\b|feel|get (?:stuck|lost|asked|told|this)|see\b|wonder"
         r"|think|have (?:a |no |to )|don't|can't|find (?:it|that|my)|forget|procrast|hear|want"
         r"|wish|need|hope|been\b|ask|struggle|use this|know|understand|agree|appreciate|lose"
         r"|start by|thought|felt|had\b|tried|wanted|knew|went)(?P<object>[a-z]+(?<!ed)\b .+)",
         needs="habit", forbids="day chat past would am soon", reach="list"),
    rule("habit.sometimes", ("context", "activity"), 0.72,
         r"(?P<object>(?:go|play|watch|listen|cook|bake|read|run|swim|hike|walk|paint|draw"
         r"|write|visit|volunteer|spend|travel|make|work|train|meditate)\b.+)",
         family="habit", needs="sometimes always main", forbids="day chat past would soon",
         reach="list"),
    rule("habit.plain", ("context", "activity"), 0.76,
         r"(?P<object>(?:do (?:yoga|pilates|crossfit|judo|karate)|practi[cs]e (?!what"
         r"|the same)\w+|go to (?:the gym|church|therapy|yoga)|go (?:hiking|swimming|running"
         r"|cycling|climbing|fishing|dancing|jogging)|keep a (?:diary|journal|blog)"
         r"|write (?:poetry|poems|novels|fiction|songs|a blog|a diary)|play (?:video|board|card"
         r"|computer) games|walk (?:my|the) dogs?|take (?:\w+ ){0,2}(?:lessons|classes)"
         r"|attend (?:a |an |my )?\w+ (?:classes|lessons|meetings|group|course)|volunteer (?:at"
         r"|with|for)|collect \w+|coach (?:a|my)|teach (?:\w+ ){1,3}(?:at|to|in)|raise \w+"
         r"|breed \w+|run (?:half )?marathons|brew (?:my own )?\w+|run a (?:blog|channel"
         r"|podcast|shop|small business))\b.*)",
         family="habit", forbids="day chat past would will soon", reach="list"),
    rule("habit.now", ("context", "activity"), 0.74,
         r"(?P<object>(?:run|swim|bike|cycle|lift|meditate|journal|volunteer|train|teach|coach"
         r"|garden|climb|surf|hike|jog|collect|brew)\b.{3,})",
         family="habit", needs="nowadays recent", forbids="day chat past would soon"),
    # what is to come
    rule("plan", ("objective", "plan"), 0.8,
         r"(?:been )?(?:plan(?:ning|ned)?|intend(?:ing)?|aim(?:ing)?|set on|saving up)(?: (?:on"
         r"|to|for|a|my|our|an))+\b ?"
         + _TALK
         + r"(?P<object>(?!be (?:ok|fine|honest)|do\b|me|need|say|try\b|see\b|the (?:same"
         r"|following)).+)",
         forbids="day chat soon near would past", reach="list"),
    rule("plan.goal", ("objective", "plan"), 0.86,
         r"(?:main |biggest |career |long-term |ultimate |current )*(?:goal|dream|plan|ambition"
         r"|aim)(?: for [\w ]+?)? (?:is|has always been|was always) (?:to )?(?!not)"
         + _OBJECT,
         family="plan", forbids="day chat soon near past", reach="list"),
    rule("plan.wish", ("objective", "plan"), 0.76,
         r"(?:been )?(?:want(?:ing)?|would (?:like|love)|(?<!would )(?:like|love)(?= to)|wish"
         r"|long|dream(?:ing)? of|look(?:ing)? to|thinking (?:of|about)"
         r"|considering(?: whether to)?|hope|hoping|going(?= to)|decided(?= to)"
         r"|determined(?= to))(?: to)? "
         + _TALK
         + r"(?P<object>(?:(?:to )?(?:travel|visit|go (?:to|back|on|hiking|abroad)|learn|become"
         r"|be (?:a|an|more)|move|adopt|lose weight|retire|live|study|apply|run (?:a|the|my)"
         r"|quit|join (?:a|the)|master|climb|explore|own|participate|improve my|get (?:married"
         r"|fit|better|into|back|promoted|certified|a (?!refund|list|copy|quote|sense))"
         r"|buy (?:a|an|my)|(?:open|start|build|create|launch) (?:my own"
         r"|an? (?:\w+ )?(?:business|studio|shop|restaurant|cafe|company|family|garden|channel"
         r"|podcast|blog|nonprofit))|(?:write|publish|finish) (?:a|my) (?:\w+ )?(?:novel|book"
         r"|memoir|thesis|dissertation|degree)|take up|change careers?|switch careers?"
         r"|save (?:up|for|money))\b|(?:going|traveling|travelling|visiting|buying (?:a|an|my)"
         r"|moving|learning|adopting|applying|switching|quitting|studying|opening|starting (?:a"
         r"|my)|becoming|getting (?:a (?!refund)|an|married|into))\b|a (?:\w+ )?(?:studio|house"
         r"|dog|cat|baby|child|career)\b)(?!.*\b(?:again|here)\b).*|travel$|travel(?:ing|ling)$)",
         family="plan", subjects="self", forbids="day chat soon near past greeting", reach="list"),
    rule("plan.wanted", ("objective", "plan"), 0.78,
         r"wanted to "
         + _TALK
         + r"(?P<object>.+)",
         family="plan", needs="have always", forbids="day chat soon near past would", reach="list"),
    rule("plan.dated", ("objective", "plan"), 0.84,
         r"(?:be )?(?P<object>"
         + _MOTION
         + r"(?:n|t|m|v)?ing\b.+|(?:getting married|having a baby|due|expecting)\b.*)",
         family="plan", subjects="self we", needs="date",
         forbids="day chat soon near past have would topic", reach="list"),
    rule("plan.there", ("objective", "plan"), 0.8,
         r"be (?P<object>(?:in|at|visiting|staying in) (?-i:[A-Z])[\w' -]{2,40}\b.*)",
         family="plan", subjects="self we", needs="will",
         forbids="day chat soon near past have would", reach="list"),
    rule("plan.life", ("objective", "plan"), 0.8,
         r"(?P<object>(?:getting married|having a baby|expecting (?:a|our)|moving (?:to|in|out"
         r"|back)|relocating|retiring|graduating|going back to (?:school|college|work)"
         r"|changing careers)\b.*)",
         family="plan", subjects="self we", needs="am",
         forbids="day chat soon near past have would", reach="list"),
    rule("plan.will", ("objective", "plan"), 0.5,
         r"(?:(?:try|start|begin) )?(?:learn(?:ing)?|study(?:ing)?|sign up|join|quit"
         r"|practi[cs](?:e|ing)|save)\b (?P<object>.+)",
         family="plan", needs="will", forbids="day chat soon near"),
    rule("plan.any", ("objective", "plan"), 0.5,
         r"(?:want to|would like to|like to|hope to|hoping to|trying to|need to|planning to) "
         + _TALK
         + r"(?P<object>\w+ \w+.*)",
         family="plan", forbids="day chat soon near past will greeting", reach="list"),
    rule("tool.any", ("context", "professional"), 0.55,
         r"(?:using|use|running|run|work with|working with) (?!this|that|it|your"
         r"|them)(?P<object>.*(?-i:[A-Z]).*)",
         family="tool", subjects="self we", forbids="day chat past would will"),
    rule("plan.have", ("objective", "plan"), 0.8,
         r"(?:have|'ve got|have got) (?:a|an|my) (?P<object>[\w ]{0,24}?(?:exam|wedding"
         r"|interview|trip|flight|surgery|conference|marathon|deadline|presentation|recital"
         r"|vacation|final)s?\b.+)",
         family="plan", needs="date", forbids="day chat soon near past", reach="list"),
)
# fmt: on
