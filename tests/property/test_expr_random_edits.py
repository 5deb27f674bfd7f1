"""Random edits: each can be taken back exactly, and none breaks the document."""

from operator import attrgetter

from hypothesis import given
from hypothesis import strategies as st
from random_documents import broken_references, contents, documents, edited

from core.expr.actions import nodes_of
from core.expr.changes import apply

by_id = attrgetter("id")


@given(documents(), st.data())
def test_an_edit_and_its_inverse_cancel_out(document, data):
    changes = data.draw(edited(document))
    changed = apply(document, changes.changes)
    assert contents(apply(changed, changes.inverse().changes)) == contents(document)
    again = apply(apply(changed, changes.inverse().changes), changes.changes)
    assert contents(again) == contents(changed)


@given(documents(), st.data())
def test_a_session_never_breaks_the_document(document, data):
    start, done = document, []
    for _ in range(data.draw(st.integers(1, 6))):
        changes = data.draw(edited(document))
        document = apply(document, changes.changes)
        done.append(changes)
        assert broken_references(document) == []
        assert all(nodes_of(action) <= document.nodes.keys() for action in document.actions)
    for changes in reversed(done):
        document = apply(document, changes.inverse().changes)
    assert contents(document) == contents(start)


@given(documents(), st.data())
def test_two_edits_as_one_do_the_same(document, data):
    first = data.draw(edited(document))
    between = apply(document, first.changes)
    second = data.draw(edited(between))
    both = first.then(second)
    after = apply(between, second.changes)
    assert contents(apply(document, both.changes)) == contents(after)
    assert contents(apply(after, both.inverse().changes)) == contents(document)


@given(documents(), st.data())
def test_an_edit_leaves_its_document_alone_and_never_reuses_an_id(document, data):
    before = contents(document)
    changes = data.draw(edited(document))
    changed = apply(document, changes.changes)
    assert contents(document) == before
    undone = apply(changed, changes.inverse().changes)
    later = data.draw(edited(undone))
    seen = {part.id for part in (*changes.added(), *document.nodes.values())}
    assert seen.isdisjoint(part.id for part in later.added())


@given(documents(), st.data())
def test_what_is_kept_about_the_wires_is_what_would_be_found_again(document, data):
    assert document.ordering and document.wiring
    changed = apply(document, data.draw(edited(document)).changes)
    fresh = apply(changed, ())
    for kept in ("ordering", "wiring"):
        fresh.__dict__.pop(kept, None)
    assert changed.ordering == fresh.ordering
    for node in changed.nodes:
        assert sorted(changed.wiring.into(node), key=by_id) == sorted(fresh.wiring.into(node), key=by_id)
        assert sorted(changed.wiring.out_of(node), key=by_id) == sorted(fresh.wiring.out_of(node), key=by_id)
