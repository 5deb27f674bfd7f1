"""The file of a document: exact, stable, kept small, and safe to open whoever wrote it."""

import json
import re
import tomllib
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from random_documents import broken_references, contents, documents

from core.expr.graph import Leaf, Value, new_document
from core.expr.limits import MAX_FRAMES
from core.expr.parse import parse
from core.expr.regions import frames_around
from core.io import project
from core.io.fields import FormatError
from core.io.migrations import SCHEMA, STEPS, migrate
from core.version import VERSION

FIXTURES = Path(__file__).with_name("fixtures")
ROOT = Path(__file__).parents[3]


def file_with(**entries):
    return json.dumps({"format": "gradwalk", "schema": SCHEMA, "id": "d", **entries}).encode()


LEAF = {"kind": "leaf", "id": "n1", "value": {"text": "1."}}
NEG = {"kind": "call", "op": "neg", "id": "n2"}
WIRE = {"id": "w3", "from": ["n1", 0], "to": "n2", "input": "self"}


@given(documents())
def test_reading_a_file_gives_the_document_that_was_written(document):
    content = project.dumps(document)
    read = project.loads(content)
    assert read.problems == ()
    assert contents(read.document) == contents(document)
    assert project.dumps(read.document) == content


@given(documents())
def test_a_file_is_utf8_json_with_sorted_keys_and_a_line_for_each_part(document):
    content = project.dumps(document).decode("utf-8")
    assert json.dumps(json.loads(content), sort_keys=True) == json.dumps(json.loads(content))
    parts = len(document.nodes) + len(document.wires) + len(document.regions) + len(document.actions)
    assert len(content.splitlines()) <= parts + 20


def test_a_small_edit_is_a_small_difference():
    leaves = {f"n{place}": Leaf(id=f"n{place}", value=Value("1.")) for place in range(9)}
    document = replace(new_document(), nodes=leaves)
    changed = replace(document, nodes={**leaves, "n4": replace(leaves["n4"], name="a")})
    before, after = (project.dumps(one).splitlines() for one in (document, changed))
    assert sum(first != second for first, second in zip(before, after, strict=True)) == 1


def test_what_is_not_known_is_kept():
    content = file_with(
        nodes=[{**LEAF, "colour": "red"}, {**NEG, "x": 2.5}],
        wires=[{**WIRE, "weight": [1, {"deep": None}]}],
        regions=[{"id": "r1", "kind": "comment", "icon": 7}],
        plugins={"a": 1},
        view={"zoom": 2},
    )
    written = json.loads(project.dumps(project.loads(content).document))
    assert written["nodes"][0]["colour"] == "red"
    assert written["wires"][0]["weight"] == [1, {"deep": None}]
    assert written["regions"][0]["icon"] == 7
    assert (written["plugins"], written["view"]) == ({"a": 1}, {"zoom": 2})


def test_an_operation_of_a_later_version_is_kept():
    content = file_with(nodes=[{**NEG, "op": "not_yet_invented", "attributes": {"a": [1, 2.5, None, "x"]}}])
    read = project.loads(content)
    assert read.problems == ()
    assert json.loads(project.dumps(read.document))["nodes"][0]["attributes"] == {"a": [1, 2.5, None, "x"]}


def test_numbers_that_json_has_no_word_for():
    content = file_with(nodes=[{**NEG, "constants": {"self": {"number": "-inf"}, "other.2": 2}}])
    call = project.loads(content).document.nodes["n2"]
    assert list(call.constants.values()) == [float("-inf"), 2]
    assert json.loads(project.dumps(project.loads(content).document))["nodes"][0]["constants"] == {
        "self": {"number": "-inf"},
        "other.2": 2,
    }


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not JSON: line 1, column 1"),
        (b"\x80\x81", "not UTF-8 text \\(byte 0\\)"),
        (b"{", "not JSON"),
        (b"[1]", "not a Gradwalk document"),
        (b"{}", "not a Gradwalk document"),
        (b'{"format": "gradwalk"}', "schema"),
        (b'{"format": "gradwalk", "schema": true}', "schema"),
        (b'{"format": "gradwalk", "schema": -1}', "schema"),
        (file_with(nodes={}), "nodes: a list is expected here, not an object"),
        (file_with(title=3), "title: a text is expected here, not 3"),
        (file_with(id="../../x"), "id: an id"),
        (file_with(view=[]), "view: an object"),
        (b'{"format": "gradwalk", "schema": 1, "x": NaN}', "number NaN"),
        (b'{"format": "gradwalk", "schema": 1, "x": -Infinity}', "number -Infinity"),
        (b'{"format": "gradwalk", "schema": 1, "x": 1e999}', "number 1e999"),
        (b'{"format": "gradwalk", "schema": 1, "x": ' + b"9" * 5000 + b"}", "not JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (file_with(title="x" * 300_001), "300,001 characters"),
        (file_with(nodes=[{}] * 20_001), "20,001 nodes"),
        (b"[" + b"{}," * 500_000 + b"{}]", "more parts"),
        (b'"' + b"x" * 33_000_000 + b'"', "larger than 32 MB"),
    ],
    ids=range(22),
)
def test_a_file_that_is_no_document_is_refused_with_a_clear_reason(content, message):
    with pytest.raises(FormatError, match=message):
        project.loads(content)


def test_a_file_with_too_many_parts_is_refused_before_they_are_made():
    content = b"[" + b"{}," * 5_000_000 + b"{}]"
    tracemalloc.start()
    with pytest.raises(FormatError, match="more parts"):
        project.loads(content)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < len(content)


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"nodes": [LEAF, {**LEAF, "id": 7}]}, r"nodes\[1\].id: an id .* not 7"),
        ({"nodes": [LEAF, LEAF]}, "id n1 is taken"),
        ({"nodes": [LEAF, {**LEAF, "id": "n2", "value": {}}]}, r"nodes\[1\].value: text is missing"),
        ({"nodes": [LEAF, {"kind": "oracle", "id": "n2"}]}, "nothing is known about the kind 'oracle'"),
        ({"nodes": [LEAF, {**LEAF, "id": "n2", "x": "far"}]}, r"nodes\[1\].x: a number"),
        ({"nodes": [LEAF, {**LEAF, "id": "n2", "x": 1e300}]}, r"nodes\[1\].x: a number"),
        ({"nodes": [LEAF, 5]}, r"nodes\[1\]: an object is expected here, not 5"),
        ({"nodes": [LEAF, {**NEG, "constants": {"self": {"number": "many"}}}]}, "a number, a text or a list"),
        ({"nodes": [LEAF, {**NEG, "constants": {"self.x": 1}}]}, "not an input such as"),
        ({"nodes": [LEAF], "wires": [WIRE]}, "wire w3 leads from or to a node that is not there"),
        ({"nodes": [LEAF, NEG], "wires": [WIRE, {**WIRE, "id": "w4"}]}, "wire w4 ends where no wire fits"),
        ({"nodes": [LEAF], "wires": [{**WIRE, "to": "n1"}]}, "wire w3 ends where no wire fits"),
        ({"nodes": [NEG], "wires": [{**WIRE, "from": ["n2", 0]}]}, "wire w3 closes a cycle"),
        ({"nodes": [LEAF], "regions": [{"id": "r1", "kind": "prison"}]}, r"regions\[0\].kind: no_grad"),
        (
            {"nodes": [LEAF], "regions": [{"id": "r1", "kind": "comment", "parent": "r1"}]},
            "A region is in itself",
        ),
        ({"nodes": [{**LEAF, "region": "r9"}]}, "node n1 is in a region that is not there"),
        ({"nodes": [{**LEAF, "name": "not a name"}]}, "node n1 had a name"),
        ({"nodes": [{**LEAF, "name": "a"}, {**LEAF, "id": "n2", "name": "a"}]}, "node n2 had a name"),
        (
            {"nodes": [LEAF], "actions": [{"kind": "backward", "seeds": [{"root": ["n9", 0]}]}]},
            "node that is not there",
        ),
        ({"nodes": [LEAF], "actions": [{"kind": "launch"}]}, "nothing is known about the kind 'launch'"),
        ({"nodes": [LEAF, {**NEG, "name": "\ud800"}]}, "half a character"),
        ({"nodes": [LEAF], "actions": [{"kind": "print", "arguments": ["a", ["b", ["c"]]]}]}, "an object is expected"),
    ],
    ids=range(22),
)
def test_a_part_that_makes_no_sense_is_left_out_or_repaired_and_reported(entries, message):
    read = project.loads(file_with(**entries))
    assert re.search(message, read.problems[0].message)
    assert len(read.problems) == 1
    assert "n1" in read.document.nodes or "n2" in read.document.nodes
    assert broken_references(read.document) == []
    assert project.loads(project.dumps(read.document)).problems == ()


def test_frames_in_frames_without_end_are_read_at_once_and_cut():
    chain = [{"id": f"r{place}", "kind": "comment", "parent": f"r{place + 1}"} for place in range(20_000)]
    read = project.loads(file_with(nodes=[{**LEAF, "region": "r0"}], regions=chain))
    assert all("too many" in problem.message for problem in read.problems)
    depths = [len([*frames_around(read.document, key)]) for key in list(read.document.regions)[:500]]
    assert max(depths) == MAX_FRAMES
    assert project.loads(project.dumps(read.document)).problems == ()


@pytest.mark.parametrize(
    "code",
    [
        "y = x[0] * 2**100 + 10**20",
        "y = torch.roll(x, 10**20)",
        f"'{'a' * 290_000}'",
        f"'t'\nprint('{'a' * 290_000}')",
        "y = torch.cat([" + "x," * 12_000 + "])",
        "y = torch.ones(20000).unbind()[15000]",
        "y = x * float('inf') + -0.0",
        "y = x + [1, [2, 'a']]",
    ],
    ids=range(8),
)
def test_a_file_can_hold_whatever_code_can_make(code):
    """What could be saved, but not opened again, would be lost."""
    prefix = "" if code.startswith("'") else "x = torch.tensor([1., 2.], requires_grad=True)\n"
    parsed = parse(prefix + code)
    assert parsed.problems == ()
    read = project.loads(project.dumps(parsed.document))
    assert read.problems == ()
    assert read.document == parsed.document


def test_a_newer_file_is_refused_by_the_name_of_the_version_that_can_open_it():
    content = json.dumps({"format": "gradwalk", "schema": SCHEMA + 1, "made_by": "9.5.0"}).encode()
    with pytest.raises(FormatError, match=f"saved by Gradwalk 9.5.0 .*this is Gradwalk {VERSION}") as caught:
        project.loads(content)
    assert caught.value.hint == "Open it with Gradwalk 9.5.0."


def test_half_a_character_in_a_foreign_field_survives():
    content = file_with(nodes=[{**LEAF, "later": "\ud800"}])
    document = project.loads(content).document
    assert project.loads(project.dumps(document)).document == document


def test_each_older_schema_has_a_step_and_a_file_that_shows_it():
    assert sorted(STEPS) == list(range(1, SCHEMA))
    for schema in range(1, SCHEMA + 1):
        read = project.load(FIXTURES / f"schema_{schema}.gradwalk")
        assert read.problems == ()
        assert len(read.document.nodes) == 4


def test_migrations_run_one_after_the_other():
    steps = {1: lambda data: {**data, "log": [1]}, 2: lambda data: {**data, "log": [*data["log"], 2]}}
    assert migrate({}, 1, steps, 3) == {"log": [1, 2]}
    assert migrate({"log": []}, 2, steps, 3) == {"log": [2]}
    assert migrate({"a": 1}, 3, steps, 3) == {"a": 1}


def test_the_version_is_that_of_the_package():
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == VERSION
