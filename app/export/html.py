"""A walk through the backward pass as one HTML file: it needs no other file, no network and no program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape

from app.export.figure import Figure, Settings
from app.export.svg import svg_file
from app.model.theme import Theme

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body>
<h1>{title}</h1>
<main id="stage" aria-describedby="remark">{first}</main>
<nav aria-label="Steps">
<button id="start" title="Home">Start</button>
<button id="back" title="Left arrow">Back</button>
<input id="place" type="range" min="0" max="{last}" value="0" aria-label="Step">
<button id="next" title="Right arrow">Next</button>
<button id="end" title="End">End</button>
</nav>
<p id="moment" aria-live="polite">{moment}</p>
<p id="remark" aria-live="polite">{remark}</p>
{templates}
<script>
{script}
</script>
</body>
</html>
"""

_STYLE = """body {{ margin: 0 auto; max-width: {width}px; padding: 16px; font: 15px/1.4 {font};
  background: {canvas}; color: {text}; }}
h1 {{ font-size: 18px; }}
main svg {{ width: 100%; height: auto; }}
nav {{ display: flex; gap: 8px; margin: 12px 0; }}
nav input {{ flex: 1; accent-color: {accent}; }}
button {{ font: inherit; color: {text}; background: {control}; border: 1px solid {edge}; border-radius: 6px;
  padding: 4px 12px; cursor: pointer; }}
button:disabled {{ opacity: 0.45; cursor: default; }}
:focus-visible {{ outline: 2px solid {focus}; outline-offset: 2px; }}
#moment {{ font-weight: 600; margin: 4px 0; }}
#remark {{ min-height: 3em; margin: 4px 0; }}"""

_SCRIPT = """const steps = [...document.querySelectorAll('template')];
const at = name => document.getElementById(name);
let place = 0;
function show(wanted) {
  place = Math.min(Math.max(wanted, 0), steps.length - 1);
  const step = steps[place];
  at('stage').replaceChildren(step.content.cloneNode(true));
  at('moment').textContent = step.dataset.moment;
  at('remark').textContent = step.dataset.remark;
  at('place').value = place;
  at('start').disabled = at('back').disabled = place === 0;
  at('next').disabled = at('end').disabled = place === steps.length - 1;
}
const moves = {
  ArrowRight: () => show(place + 1), ArrowLeft: () => show(place - 1),
  PageDown: () => show(place + 1), PageUp: () => show(place - 1),
  Home: () => show(0), End: () => show(steps.length - 1),
};
document.addEventListener('keydown', event => {
  const move = moves[event.key];
  if (move && !event.ctrlKey && !event.altKey && !event.metaKey) { event.preventDefault(); move(); }
});
at('start').addEventListener('click', moves.Home);
at('back').addEventListener('click', moves.ArrowLeft);
at('next').addEventListener('click', moves.ArrowRight);
at('end').addEventListener('click', moves.End);
at('place').addEventListener('input', event => show(Number(event.target.value)));
show(0);"""


def html_file(figures: Sequence[Figure], settings: Settings) -> bytes:
    """The content of an HTML file that steps through figures with the arrow keys, as presenters' clickers do."""
    first = figures[0]
    pictures = [_inline(replace(figure, document=b""), settings) for figure in figures]
    page = _PAGE.format(
        title=escape(first.title),
        style=_style(first.frame.theme, round(first.frame.bounds.width * settings.scale)),
        first=_inline(first, settings),
        last=len(figures) - 1,
        moment=escape(first.moment),
        remark=escape(first.remark),
        templates="\n".join(map(_template, figures, pictures)),
        script=_SCRIPT,
    )
    return page.encode()


def _inline(figure: Figure, settings: Settings) -> str:
    """A picture as a part of the page."""
    return svg_file(figure, settings).decode().partition("?>\n")[2].strip()


def _template(figure: Figure, picture: str) -> str:
    moment, remark = escape(figure.moment), escape(figure.remark)
    return f'<template data-moment="{moment}" data-remark="{remark}">{picture}</template>'


def _style(theme: Theme, width: int) -> str:
    colours = theme.colours
    return _STYLE.format(
        width=max(width, 640),
        font=theme.metrics.type.text_family + ", Helvetica, Arial, sans-serif",
        canvas=colours["canvas"],
        text=colours["text"],
        accent=colours["gradient.base"],
        control=colours["control"],
        edge=colours["control.edge"],
        focus=colours["focus"],
    )
