"""``minicheckers completions``: what a shell needs to complete our words with the tab key.

The script of a shell asks this program what may stand at the cursor. So it knows every plug-in, and
need not be made again when a flag is added.
"""

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence

from ..game.request import FIRST_CHOICES
from ..opponents.registry import names
from ..rules.variant import VARIANTS
from ..storage.own_files import add_own_variants
from ..treeview.ideas import STAIRS
from ..treeview.seeds import FORMULAS, ORIGINALS

#: What stands for a file's name, which every shell completes by itself.
FILES = ("B", "BOARD", "FILE", "GAME.pdn")
#: The script of every shell, and how it is told a word and what is said about it.
SHELLS: dict[str, tuple[str, Callable[[str, str], str]]] = {
    "bash": (
        """\
# Completions of minicheckers for bash; written by: minicheckers completions bash
_minicheckers() {
    local IFS=$'\\n' found
    found=$(minicheckers completions bash "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null) ||
        compopt -o default 2>/dev/null
    COMPREPLY=($found)
}
complete -F _minicheckers minicheckers
""",
        lambda word, about: word,
    ),
    "zsh": (
        """\
#compdef minicheckers
# Completions of minicheckers for zsh; written by: minicheckers completions zsh
_minicheckers() {
    local found
    found=$(minicheckers completions zsh "${(@)words[2,CURRENT]}" 2>/dev/null) || _files
    local -a described=(${(f)found})
    _describe word described
}
_minicheckers "$@"
""",
        lambda word, about: f"{word.replace(':', chr(92) + ':')}:{about}",
    ),
    "fish": (
        """\
# Completions of minicheckers for fish; written by: minicheckers completions fish
function __minicheckers
    set -l words (commandline -opc) (commandline -ct)
    minicheckers completions fish $words[2..] 2>/dev/null
    or __fish_complete_path $words[-1]
end
complete -c minicheckers -f -a '(__minicheckers)'
""",
        lambda word, about: f"{word}\t{about}",
    ),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=tuple(SHELLS), help="your shell")
    parser.add_argument(
        "words",
        nargs=argparse.REMAINDER,
        metavar="WORD",
        help="the words up to the cursor, as the script sends them: print what may stand in the "
        "place of the last one",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the script, or suggestions; 1 where a file's name may stand."""
    script, told = SHELLS[arguments.shell]
    if not arguments.words:
        print(script, end="")
        return 0
    # bash takes the = of --flag=value for a word.
    *before, current = (word for word in arguments.words if word != "=")
    if arguments.words[-1] == "=":
        before, current = [*before, current], ""
    start, equals, value = current.partition("=")
    if equals and start.startswith("--"):
        before, current, start = [*before, start], value, start + equals
    else:
        start = ""
    suggested, may_be_file = suggestions(before, arguments.parser_of, arguments.commands)
    for word, about in suggested:
        if word.startswith(current):
            print(told(start + word, about))
    return 1 if may_be_file else 0


def suggestions(
    before: Sequence[str],
    parser_of: Callable[[str], argparse.ArgumentParser],
    commands: dict[str, str],
) -> tuple[Iterable[tuple[str, str]], bool]:
    """The words that may follow, with what is said about them, and whether a file may."""
    parser = parser_of(before[0] if before else "")
    flags = parser._option_string_actions
    flag = flags.get(before[-1]) if before else None
    if flag is not None and flag.nargs != 0:
        return values_of(flag), flag.metavar in FILES
    free = [action for action in parser._actions if not action.option_strings]
    words = [pair for action in free for pair in values_of(action)]
    words += [] if before else commands.items()
    words += ((name, _about(action)) for name, action in flags.items())
    return words, any(action.metavar in FILES for action in free)


def values_of(action: argparse.Action) -> Iterator[tuple[str, str]]:
    """The values that an argument takes, where there are only so many."""
    known: Iterable[object] = action.choices or ()
    match action.metavar:
        case "V":
            add_own_variants()
            known = VARIANTS
        case "F":
            known = FIRST_CHOICES
        case "A":
            known = (*STAIRS, *ORIGINALS)
        case "E":
            known = (*FORMULAS, "engine")
        case "L" | "LEVEL":
            known = names()
    return ((str(value), "") for value in known)


def _about(action: argparse.Action) -> str:
    """What the help says, with its defaults filled in."""
    return argparse.HelpFormatter("")._expand_help(action) if action.help else ""
