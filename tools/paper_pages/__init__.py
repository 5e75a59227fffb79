"""Pages of `docs/papers`: every table and figure of a paper, the printed numbers beside ours.

Each paper is a module with `page(shared) -> str`, which gives its page in Markdown, and perhaps `charts(shared)`, which
gives its pictures by name. `page` of `human_and_machine2021` is written to `docs/papers/human-and-machine2021.md`, and
its pictures to `docs/pictures`.
"""
