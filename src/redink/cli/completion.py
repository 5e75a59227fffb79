"""`redink completion`: the name of a shell in, the script that completes our commands there out."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from redink.cli.options import quiet_option


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@quiet_option
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    r"""Print the script that lets SHELL complete redink's commands and options.

    \b
    Examples:
      redink completion bash >> ~/.bashrc
      redink completion zsh  >> ~/.zshrc
      redink completion fish > ~/.config/fish/completions/redink.fish
    """
    completion = get_completion_class(shell)
    assert completion is not None
    click.echo(completion(ctx.find_root().command, {}, "redink", "_REDINK_COMPLETE").source())
