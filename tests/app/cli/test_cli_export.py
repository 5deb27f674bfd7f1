"""``export``: pictures by suffix, at any moment, in any theme."""

import struct

import pytest

CODE = "x = torch.tensor([1., 2.], requires_grad=True); y = (x * x).sum(); y.backward()"


@pytest.fixture
def export(command, tmp_path):
    def run(name, *more, code=CODE):
        return (*command("export", "-e", code, "--to", tmp_path / name, *more), tmp_path / name)

    return run


@pytest.mark.parametrize("name", ["m.svg", "m.png", "m.pdf", "m.py", "m.gradwalk", "M.SVG"])
def test_the_suffix_picks_the_format(export, name):
    status, out, err, path = export(name)
    assert (status, out, err) == (0, f"{path}\n", "")
    assert path.stat().st_size > 50


def size_of(path):
    return struct.unpack(">II", path.read_bytes()[16:24])


def test_scale_and_dots_per_inch_are_two_ways_to_say_the_size(export):
    once = size_of(export("a.png")[3])
    twice = size_of(export("b.png", "--scale", "2")[3])
    assert twice == pytest.approx((2 * once[0], 2 * once[1]), abs=1)
    assert size_of(export("c.png", "--dpi", "192")[3]) == twice
    assert export("d.png", "--scale", "2", "--dpi", "100")[0] == 2


@pytest.mark.parametrize(
    ("at", "words"),
    [("before", "Before backward"), ("1", "Backward, after step 1 of 3"), ("end", "After backward: step 3 of 3")],
)
def test_the_moment_is_chosen(export, at, words):
    assert words in export("m.svg", "--at", at)[3].read_text()


def test_each_moment_gets_a_file_or_a_page(export):
    status, out, _, path = export("m.svg", "--at", "each")
    assert status == 0
    assert out.splitlines() == [str(path.with_name(f"m-{number}.svg")) for number in range(5)]
    assert export("m.pdf", "--at", "each")[1].count("\n") == 1


def test_themes_change_the_colours(export):
    pictures = {export(f"{name}.svg", "--theme", name)[3].read_text() for name in ("print", "dark", "light")}
    assert len(pictures) == 3


def test_options_reach_the_file(export):
    text = export("m.svg", "--outlines", "--transparent", "--no-document")[3].read_text()
    assert "<text" not in text and 'class="ground"' not in text and "gradwalk" not in text


def test_some_nodes_are_shown_by_their_names(export):
    text = export("m.svg", "--only", "x, m1")[3].read_text()
    assert 'id="node-x"' in text and 'id="node-m1"' in text and 'id="node-y"' not in text


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--only", "x,q"), "There is no node named 'q'. There are x, m1, y."),
        (("--at", "9"), "There is no step 9. The steps are 0 to 3."),
        (("--scale", "99"), "Choose a scale from 0.1 to 8."),
        (("--dpi", "1"), "Choose from 9.6 to 768."),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(export, more, words):
    status, out, err, path = export("m.png", *more)
    assert (status, out) == (1, "")
    assert err.count("\n") == 1 and words in err
    assert not path.exists()


@pytest.mark.parametrize(
    "more", [("--at", "-1"), ("--at", "soon"), ("--theme", "pink"), ("--scale", "big"), ("--nonsense",)]
)
def test_wrong_usage_is_status_two_and_one_line(export, more):
    status, out, err, path = export("m.svg", *more)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "--help" in err
    assert not path.exists()


def test_bad_places_are_refused(export, tmp_path):
    assert "has no suffix" in export("m")[2]
    assert "stands for no format" in export("m.bmp")[2]
    assert "does not exist" in export("no/where/m.svg")[2]
    (tmp_path / "folder.svg").mkdir()
    assert "is a folder" in export("folder.svg")[2]


def test_an_expression_that_fails_is_drawn_with_the_reason(export):
    status, _, _, path = export("m.svg", code="a = torch.ones(2); b = a + torch.ones(3)")
    assert status == 1
    assert "[2] + [3]" in path.read_text()


def test_nothing_is_drawn_of_code_that_cannot_be_read(export):
    status, out, err, path = export("m.svg", code="x = torch.tensor(1.)\ny = x *")
    assert (status, out) == (1, "")
    assert err.startswith("<code>:2:")
    assert not path.exists()


@pytest.mark.parametrize("suffix", [".svg", ".pdf", ".png", ".html"])
def test_the_same_code_gives_the_same_bytes(command, tmp_path, suffix):
    paths = [tmp_path / f"{name}{suffix}" for name in "ab"]
    for path in paths:
        assert command("export", "-e", "x = torch.ones(2, requires_grad=True); y = x.sum()", "--to", path)[0] == 0
    assert paths[0].read_bytes() == paths[1].read_bytes()


@pytest.mark.parametrize(
    ("code", "where", "what"),
    [
        ("x = torch.ones(2)\ny = x @ torch.ones(3)", "<code>:2:5: ", "sizes 2 and 3"),
        ("x = torch.ones(2, requires_grad=True)\nx.backward()", "<code>:2:1: ", "scalar"),
    ],
)
@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_what_cannot_be_computed_is_drawn_and_reported_in_a_line(export, code, where, what, suffix):
    status, out, err, path = export(f"m.{suffix}", code=code)
    assert (status, out) == (1, f"{path}\n")
    assert err.startswith(where) and err.count("\n") == 1 and what in err
    assert path.stat().st_size > 50
    assert export("m.py", code=code)[0] == 0  # nothing is computed for code
