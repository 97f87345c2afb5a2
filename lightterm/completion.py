"""Completion scripts for bash, zsh and fish, made from the table of options."""

from __future__ import annotations

from lightterm.cli_options import options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.cli_options import Option


def completion(shell: str) -> str:
    """The script to load: `eval "$(lightterm --completion bash)"`, the same for zsh, and for fish `... | source`."""
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell]()


def _is_followed(option: Option) -> bool:
    """Whether the next word may be the option's."""
    return bool(option.choices or option.kind != "flag") and not option.optional


def _case(option: Option) -> str:
    pattern = "|".join(option.flags)
    if option.choices:
        return f'    {pattern}) COMPREPLY=($(compgen -W "{" ".join(option.choices)}" -- "$word")); return;;'
    if option.kind in ("file", "folder"):
        what = "d" if option.kind == "folder" else "f"
        return f"    {pattern}) _lightterm_names -{what}; return;;"
    return f"    {pattern}) return;;"


def _bash() -> str:
    flags = " ".join(flag for option in options() for flag in option.flags)
    cases = "\n".join(_case(option) for option in options() if _is_followed(option))
    return f"""\
_lightterm_names() {{
  local name
  while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen "$1" -- "$word")
}}
_lightterm() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}"
  COMPREPLY=()
  if [[ "$word" == = ]]; then word=; elif [[ "$before" == = ]]; then before="${{COMP_WORDS[COMP_CWORD-2]}}"; fi
  case "$before" in
{cases}
  esac
  if [[ "$word" == -* ]]; then
    COMPREPLY=($(compgen -W "{flags}" -- "$word"))
  else
    _lightterm_names -f
  fi
}}
complete -o filenames -F _lightterm lightterm
"""


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _zsh_spec(option: Option) -> str:
    text = "".join("\\" + c if c in "[]:\\" else c for c in option.help.rstrip("."))
    if option.kind == "flag":
        tail = f"::TOPIC:({' '.join(option.choices)})" if option.choices else ""
    elif option.choices:
        tail = f":{option.metavar}:({' '.join(option.choices)})"
    else:
        action = {"file": "_files", "folder": "_files -/"}.get(option.kind, "")
        tail = f":{option.metavar.replace(':', ' ')}:{action}"
    flags = ["*" if option.repeat else "(" + " ".join(option.flags) + ")"]
    lines = []
    for flag in option.flags:
        joint = (
            "-"
            if option.optional
            else ""
            if option.kind == "flag"
            else "="
            if tail and flag.startswith("--")
            else "+"
            if tail
            else ""
        )
        equals = "=-" if joint == "-" else joint
        optional = tail.replace(":", "::", 1) if option.optional else tail
        lines.append("  " + _quoted(f"{flags[0]}{flag}{equals}[{text}]{optional}"))
    return " \\\n".join(lines)


def _zsh() -> str:
    specs = " \\\n".join(_zsh_spec(option) for option in options())
    return f"""\
#compdef lightterm
_lightterm() {{
_arguments -s -S \\
{specs} \\
  '*:address:_files'
}}
if [ "$funcstack[1]" = _lightterm ]; then _lightterm "$@"; else compdef _lightterm lightterm; fi
"""


def _fish_line(option: Option) -> str:
    words = ["complete -c lightterm"]
    words += [f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in option.flags]
    if option.choices and option.kind != "flag":
        words.append(f"-x -a {_quoted(' '.join(option.choices))}")
    elif option.kind in ("file", "folder") and not option.optional:
        words.append("-r -F")
    elif option.kind != "flag" and not option.optional:
        words.append("-x")
    escaped = option.help.rstrip(".").replace("\\", "\\\\").replace("'", "\\'")
    return " ".join([*words, f"-d '{escaped}'"])


def _fish() -> str:
    return "".join(f"{line}\n" for option in options() for line in (_fish_line(option), *_behind(option)))


def _behind(option: Option) -> list[str]:
    """What may stand behind a flag, for fish."""
    if option.kind != "flag" or not option.choices:
        return []
    spelt = " ".join(flag[2:] if flag[:2] == "--" else f"-s {flag[1:]}" for flag in option.flags)
    return [f"complete -c lightterm -n '__fish_contains_opt {spelt}' -f -a {_quoted(' '.join(option.choices))}"]
