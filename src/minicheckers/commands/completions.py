"""``minicheckers completions``: what a shell needs to complete our words with the tab key."""

import argparse
from collections.abc import Callable, Iterable, Iterator

from .command import Argument, CommandModel


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=tuple(SHELLS), help="your shell")


def run(arguments: argparse.Namespace) -> int:
    print(completions(arguments.shell, arguments.command_models()), end="")
    return 0


def completions(shell: str, models: list[CommandModel]) -> str:
    """The script that teaches a shell our commands, flags and values."""
    return "\n".join(SHELLS[shell](models)) + "\n"


def _bash(commands: list[CommandModel]) -> Iterator[str]:
    names = [model.name for model in commands[1:]]
    yield "# Completions of minicheckers for bash; written by: minicheckers completions bash"
    yield "_minicheckers() {"
    yield "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}"
    yield "    local command= words= files="
    # bash treats the = of --flag=value as a word of its own.
    yield "    if [[ $current == = ]]; then"
    yield "        current="
    yield "    elif [[ $previous == = ]]; then"
    yield "        previous=${COMP_WORDS[COMP_CWORD-2]}"
    yield "    fi"
    yield "    if ((COMP_CWORD > 1)); then"
    yield "        case ${COMP_WORDS[1]} in"
    yield f"            {'|'.join(names)}) command=${{COMP_WORDS[1]}} ;;"
    yield "        esac"
    yield "    fi"
    yield "    case $command,$previous in"
    for model in commands:
        for flag in model.flags:
            if flag.value is not None:
                pattern = "|".join(f"{model.name},{name}" for name in flag.names)
                yield f"        {pattern}) {_bash_words(flag.choices, flag.is_file)} ;;"
    for model in commands:
        suggested = [name for flag in model.flags for name in flag.names]
        suggested += [choice for value in model.values for choice in value.choices]
        files = any(value.is_file for value in model.values)
        yield f"        {model.name},*) {_bash_words(suggested, files)} ;;"
    yield "    esac"
    yield f"    ((COMP_CWORD > 1)) || words+=' {' '.join(names)}'"
    yield "    [[ $files ]] || compopt +o default 2>/dev/null"
    yield '    COMPREPLY=($(compgen -W "$words" -- "$current"))'
    yield "}"
    # If we suggest nothing, bash suggests the names of files.
    yield "complete -o default -F _minicheckers minicheckers"


def _bash_words(suggested: Iterable[str], files: bool) -> str:
    return f"words='{' '.join(suggested)}'" + (" files=1" if files else "")


def _zsh(commands: list[CommandModel]) -> Iterator[str]:
    game, others = commands[0], commands[1:]
    yield "#compdef minicheckers"
    yield "# Completions of minicheckers for zsh; written by: minicheckers completions zsh"
    yield "_minicheckers() {"
    yield "    if (( CURRENT > 2 )); then"
    yield "        case $words[2] in"
    for model in others:
        yield f"            {model.name})"
        yield "                shift words"
        yield "                (( CURRENT-- ))"
        yield from _zsh_arguments(model, " " * 16)
        yield "                return ;;"
    yield "        esac"
    yield "    else"
    yield "        local -a commands"
    yield "        commands=("
    for model in others:
        yield f"            {_single_quoted(f'{model.name}:{model.command.summary}')}"
    yield "        )"
    yield "        _describe command commands"
    yield "    fi"
    yield from _zsh_arguments(game, " " * 4)
    yield "}"
    yield '_minicheckers "$@"'


def _zsh_arguments(model: CommandModel, indent: str) -> Iterator[str]:
    yield f"{indent}_arguments \\"
    specs = []
    for flag in model.flags:
        about = f"[{_escaped(flag.help, '[]')}]"
        for name in flag.names:
            takes = "=" if flag.value is not None and name.startswith("--") else ""
            specs.append(f"{name}{takes}{about}{_zsh_value(flag)}")
    specs += [f":{_escaped(value.help, ':')}{_zsh_action(value)}" for value in model.values]
    for spec in specs[:-1]:
        yield f"{indent}    {_single_quoted(spec)} \\"
    yield f"{indent}    {_single_quoted(specs[-1])}"


def _zsh_value(flag: Argument) -> str:
    return "" if flag.value is None else f":{_escaped(flag.value, ':')}{_zsh_action(flag)}"


def _zsh_action(argument: Argument) -> str:
    if argument.choices:
        return f":({' '.join(argument.choices)})"
    return ":_files" if argument.is_file else ": "


def _fish(commands: list[CommandModel]) -> Iterator[str]:
    others = commands[1:]
    names = " ".join(other.name for other in others)
    yield "# Completions of minicheckers for fish; written by: minicheckers completions fish"
    yield "complete -c minicheckers -f"
    for model in others:
        yield (
            f"complete -c minicheckers -n '__fish_is_first_arg' -a {model.name} "
            f"-d {_single_quoted(model.command.summary)}"
        )
    for model in commands:
        condition = f"__fish_seen_subcommand_from {model.name or names}"
        start = f"complete -c minicheckers -n '{'' if model.name else 'not '}{condition}'"
        for flag in model.flags:
            words = " ".join(
                f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"
                for name in flag.names
            )
            yield f"{start} {words}{_fish_value(flag)} -d {_single_quoted(flag.help)}"
        suggested = [_fish_value(v) for v in model.values if v.choices or v.is_file]
        yield from dict.fromkeys(f"{start}{value}" for value in suggested)


def _fish_value(argument: Argument) -> str:
    if argument.choices:
        takes = " -x" if argument.names else ""
        return f"{takes} -a '{' '.join(argument.choices)}'"
    if argument.is_file:
        return " -r -F" if argument.names else " -F"
    return "" if argument.value is None else " -x"


def _escaped(text: str, special: str) -> str:
    return "".join(f"\\{character}" if character in special else character for character in text)


def _single_quoted(text: str) -> str:
    """The text as one word of any of the shells."""
    return "'" + text.replace("'", r"'\''") + "'"


SHELLS: dict[str, Callable[[list[CommandModel]], Iterator[str]]] = {
    "bash": _bash,
    "zsh": _zsh,
    "fish": _fish,
}
