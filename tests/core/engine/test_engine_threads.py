"""Several threads: each has its own modes, and they may differentiate at the same time."""

import threading

import core


def in_threads(*functions):
    """Run functions at the same time, each in a thread of its own; return their results, or what they raised."""
    results = [None] * len(functions)
    start = threading.Barrier(len(functions))

    def run(place, function):
        start.wait()
        try:
            results[place] = function()
        except Exception as error:
            results[place] = error

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(functions)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_a_mode_belongs_to_its_thread():
    with core.no_grad(), core.autograd.set_detect_anomaly(True):
        inside = in_threads(lambda: (core.is_grad_enabled(), core.is_anomaly_enabled()))
    assert inside == [(True, False)]


def test_a_mode_that_another_thread_sets_is_not_seen():
    reached, checked = threading.Event(), threading.Event()

    def sets():
        with core.inference_mode():
            reached.set()
            checked.wait()
            return core.is_inference_mode_enabled()

    def looks():
        reached.wait()
        seen = core.is_inference_mode_enabled(), core.is_grad_enabled()
        checked.set()
        return seen

    assert in_threads(sets, looks) == [True, (False, True)]


def test_passes_in_several_threads_add_up_in_a_shared_leaf():
    x = core.zeros(5000, requires_grad=True)

    def work():
        for _ in range(50):
            (x * 1.0 + x * 2.0).sum().backward()

    assert in_threads(*[work] * 4) == [None] * 4
    assert x.grad.tolist() == [3.0 * 50 * 4] * 5000


def test_one_graph_can_be_walked_by_several_threads_if_it_is_kept():
    x = core.ones(100, requires_grad=True)
    y = x
    for _ in range(50):
        y = y.sin() + x
    root = y.sum()
    (expected,) = core.autograd.grad(root, x, retain_graph=True)

    def work():
        return core.autograd.grad(root, x, retain_graph=True)[0].tolist()

    assert in_threads(*[work] * 4) == [expected.tolist()] * 4


def test_a_multi_grad_hook_keeps_the_passes_of_threads_apart():
    a = core.ones(1, requires_grad=True)
    b = core.ones(1, requires_grad=True)
    calls = []
    core.autograd.graph.register_multi_grad_hook((a, b), lambda g: calls.append(tuple(one.item() for one in g)))

    def work(k):
        for _ in range(50):
            (a * b * k).sum().backward()

    assert in_threads(lambda: work(2.0), lambda: work(3.0)) == [None, None]
    assert sorted(calls) == [(2.0, 2.0)] * 50 + [(3.0, 3.0)] * 50
