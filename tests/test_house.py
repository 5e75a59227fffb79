"""The house: no import cycle, imports inside functions counted, and no name that means two things."""

import ast
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import redink

ROOT = Path(redink.__file__).parent


def module_name(path):
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(ROOT.rglob("*.py"))}


def run_time_imports(name):
    """Give the modules of ours that a module imports at run time, at its top or inside a function."""
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in MODULES else node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@cache
def import_graph():
    """Give the modules that each module imports; not while tests are collected, which every process does."""
    return {name: {other for other in run_time_imports(name) if other in MODULES and other != name} for name in MODULES}


def cycles(graph):
    """Give the groups of modules that lead back to themselves (Tarjan's strongly connected components)."""
    index, lowest, stack, groups = {}, {}, [], []

    def visit(node):
        index[node] = lowest[node] = len(index)
        stack.append(node)
        for other in graph[node]:
            if other not in index:
                visit(other)
            if other in stack:
                lowest[node] = min(lowest[node], lowest[other])
        if lowest[node] == index[node]:
            place = stack.index(node)
            group = stack[place:]
            del stack[place:]
            if len(group) > 1:
                groups.append(sorted(group))

    for node in graph:
        if node not in index:
            visit(node)
    return groups


def test_the_finder_of_cycles_finds_them():
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]
    assert cycles({"a": {"b"}, "b": set()}) == []
    assert "redink.evaluation.command_data" in import_graph()["redink.questions.score.command"], (
        "imports inside functions count"
    )


def test_no_module_imports_itself_by_way_of_others():
    assert cycles(import_graph()) == []


def test_no_public_name_is_also_a_module():
    assert [name for name in redink.__all__ if name != "__version__" and find_spec(f"redink.{name}")] == []


def test_questions_stand_alone_or_on_score():
    def question(name):
        parts = name.split(".")
        return parts[2] if parts[:2] == ["redink", "questions"] and len(parts) > 2 else None

    pairs = {
        (question(name), question(other))
        for name, others in import_graph().items()
        for other in others
        if question(name) and question(other)
    }
    assert {pair for pair in pairs if pair[0] != pair[1] and pair[1] != "score"} == set()
