"""What language models say around a correction, as patterns. They help to decide; the source has the last word."""

from __future__ import annotations

import re

AGREEMENT = re.compile(
    r"(?i)\W{0,3}(?:sure(?: thing)?|certainly|of course|absolutely|okay|ok|got it|no problem|happy to help|gladly|"
    r"great question|here you go|thank(?:s| you) for sharing)\b[^.!:\n]{0,60}[.!:\n]+\s*"
)
"""At the beginning: "Sure!", "Certainly, I can help with that."."""

CORRECTED_LABEL = re.compile(
    r"(?i)\W*(?:[\w'’ ]{0,40}\b)?(?:correct(?:ed|ion|ions)?|revis(?:ed|ion)|edited|fixed|improved|rewritten|polished|"
    r"proofread|updated|output|answer|result|response|final(?: version)?)\b[^:：\n]{0,60}[:：]"
)
"""A label of the correction: "Corrected sentence:", "**Output:**"."""

ORIGINAL_LABEL = re.compile(
    r"(?i)\W*(?:the |your )?(?:original|input|source|before|incorrect|learner|student|user|given|sentence)\b"
    r"[^:：\n]{0,40}(?:[:：]|\Z)"
)
"""A label of what the learner wrote; also the name of a field in JSON."""

_BEHIND = r"(?:(?<=[.!?\"”’'*)\]`])[ \t]*\n*|\n+)\s*(?:[-–—*]{2,}\s*)?[(\[*_#>-]{0,4}\s*"
EXPLANATION = re.compile(
    rf"(?i){_BEHIND}(?:explanations?|notes?|changes?(?: made)?|corrections?(?: made)?|key changes|what (?:i )?changed|"
    r"reason(?:ing|s)?|rationale|edits?|errors?(?: fixed)?|mistakes?|summary|alternatively|comments?|feedback|"
    r"justification|grammar notes?)\b\W{0,4}[:：—–-]"
    rf"|{_BEHIND}(?:i(?:'ve| have| also)? (?:just )?(?:corrected|changed|fixed|replaced|added|removed|adjusted|"
    r"revised|made (?:a |some |the )?(?:few |small |minor )?(?:changes|corrections))\b|let me know (?:if|whether)\b|"
    r"(?:i )?hope (?:this|that|it) helps|feel free to\b|is there anything else|would you like me|"
    r"no (?:other |further )?(?:changes|corrections)\b|"
    r"the (?:original|sentence|verb|word|phrase|error|correction|corrected)\b[^.\n]{0,80}\b(?:is|was|should|needs?|has|"
    r"means|refers)\b|(?:changed|corrected|fixed|replaced) (?:['\"“‘]|the\b))"
)
"""Behind the text: "Explanation: …", "I changed …", "Let me know if …"."""

REFUSAL = re.compile(
    r"(?i)\b(?:i(?:['’]m| am) (?:so |very )?(?:sorry|afraid|unable|not able)|i apologi[sz]e|"
    r"(?:i|we) (?:cannot|can['’]?t|can not|won['’]?t|am not able to|do not feel comfortable)|"
    r"as an? (?:ai|language model|assistant)|against (?:my|our|the) (?:policy|policies|guidelines)|"
    r"(?:please|could you|can you) (?:please )?(?:provide|share|give|paste|send|clarify|specify)|"
    r"no (?:text|sentence|input) (?:was |has been )?(?:provided|given)|it (?:looks|seems) like (?:you|there|the|your)|"
    r"(?:request|content) (?:was |is |has been )?(?:blocked|rejected|flagged|filtered)|"
    r"error code|rate limit|too many requests|internal server error)"
)
"""A refusal, a question back, or an error of the server."""

NO_CHANGE = re.compile(
    r"(?i)\bno (?:\w+ )?(?:corrections?|changes?|errors?|mistakes?|edits?|issues?)\b|\b(?:already|is|looks|are) "
    r"(?:\w+ )?(?:correct|fine|good|error-free|perfect)\b|\bcorrect as (?:it )?is\b|\bunchanged\b"
)
"""The answer that nothing has to be changed, instead of the sentence."""
