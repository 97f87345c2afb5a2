"""Whose bot challenge stands before a page, told by its markup."""

from __future__ import annotations

GUARD = "a guard"
"""Who makes a challenge that bears no maker's marks."""

CHALLENGES = (
    ("Cloudflare", ("_cf_chl_opt", "cf-chl-", "cf_chl_"), 1500),
    ("Cloudflare", ("challenge-platform", "ust a moment...", "nable javascript and cookies to continue"), 0),
    ("PerimeterX", ("px-captcha",), 600),
    ("PerimeterX", ("_pxappid",), 0),
    ("DataDome", ("captcha-delivery.com",), 600),
    ("Imperva", ("_incapsula_resource",), 200),
    ("DDoS-Guard", ("ddos-guard",), 0),
    ("AWS WAF", ("awswafintegration", "awswafcookiedomainlist", "token.awswaf.com"), 200),
    ("Anubis", ("anubis_challenge", "within.website/x/cmd/anubis"), 1500),
    ("Akamai", ("sec-if-cpt-container", "sec-cpt-if"), 600),
    (GUARD, ("checking your browser", "verifying you are human", "verify you are human"), 600),
)
"""Makers of bot challenges, marks of theirs in lower case, and the characters of text below which these say enough.

With more text, or with 0, the status has to speak for it too: the same scripts watch over ordinary pages.
"""

CLEARANCE = {
    "Cloudflare": "cf_clearance",
    "PerimeterX": "_px3",
    "DataDome": "datadome",
    "Imperva": "reese84",
    "DDoS-Guard": "__ddg2_",
    "AWS WAF": "aws-waf-token",
    "Anubis": "techaro.lol-anubis-auth",
    "Akamai": "_abck",
}
"""The cookie that a challenge's maker gives to who has passed it."""


def challenge_in(lower: str) -> tuple[str, int]:
    """The maker of the bot challenge that lower-case markup holds, "" for none, and below how much text it is one."""
    found = [(name, within) for name, words, within in CHALLENGES if any(word in lower for word in words)]
    return max(found, key=lambda pair: pair[1]) if found else ("", 0)
