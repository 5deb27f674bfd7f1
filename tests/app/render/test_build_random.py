"""Any document, however odd, is drawn at any moment of its passes."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_documents import documents

from app.model.theme import load_theme
from app.render.build import FrameBuilder, Manner, Scene
from app.render.build.describing import Describer
from core.debug.document import record_evaluation
from core.expr.evaluate import evaluate


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(document=documents(), data=st.data())
def test_every_node_and_wire_is_in_every_frame(document, data):
    evaluation = evaluate(document)
    recording = record_evaluation(evaluation)
    last = len(recording.events) - 1
    builder = FrameBuilder()
    for manner in Manner:
        index = data.draw(st.integers(0, max(last, 0)))
        scene = Scene(evaluation, load_theme("dark"), recording if last >= 0 else None, index, manner)
        frame = builder.frame(scene)
        assert [node.id for node in frame.nodes] == list(document.nodes)
        assert {wire.id for wire in frame.wires} == set(document.wires)
        assert frame == FrameBuilder().frame(scene)
        assert len(Describer(builder.walk(scene)).facts()) == (
            len(document.nodes) + len(document.wires) + len(document.regions)
        )
