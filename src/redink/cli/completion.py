"""`redink completion`: the name of a shell in, the script that completes our commands there out."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from redink.evaluation.options import Command, Options, argument, record


@record
class CompletionOptions(Options):
    r"""Print a script that completes redink's commands and options in your shell.

    \b
    Examples:
      redink completion bash >> ~/.bashrc
      redink completion zsh  >> ~/.zshrc
      redink completion fish > ~/.config/fish/completions/redink.fish
    """

    shell: str = argument(default="bash", type=click.Choice(["bash", "zsh", "fish"]))


def _complete(options: CompletionOptions) -> None:
    completion = get_completion_class(options.shell)
    assert completion is not None
    commands = click.get_current_context().find_root().command
    click.echo(completion(commands, {}, "redink", "_REDINK_COMPLETE").source())


COMMAND = Command(CompletionOptions, _complete)
