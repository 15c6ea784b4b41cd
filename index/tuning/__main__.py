"""Teaches a small transformer to read questions: `python -m index.tuning [--further|--all|--rows|--foreign]`.

With `--further` it goes on from the model that is there, which is enough where phrases were added; with `--since
CORPUS` too it is taught what an older `corpus/` does not have, and only some of the rest each time. What is held out of
that stays so: `python -m evals.clarity --since CORPUS --held-out` fits by it how far the model is to be trusted. With
`--all` it goes on as well, and is taught what is held out besides: the last step before it is shipped, after which
nothing but the evals' questions can measure it. With `--rows` the transformer stays as it is, and only rules and
questions that were added since are made known to it; with `--foreign` it is only told again what is about something
else.
"""

import argparse
import hashlib
import json
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from datetime import date
from itertools import chain
from pathlib import Path
from typing import Any

import torch

from corpus import Corpus, load_corpus
from corpus.foreign import load_foreign
from index.reader import CARD, HELD_OUT, HOME, is_measurable, read_card
from index.store import put_in_place
from index.tuning import minilm, multilingual
from index.tuning.export import export
from index.tuning.foreign import add_foreign
from index.tuning.lessons import Lesson, lessons, texts_of_rules
from index.tuning.names import Names, names_in
from index.tuning.network import Network, masks_of
from index.tuning.rows import add_rows
from index.tuning.shipped import blend, open_encoder, restore
from index.tuning.teaching import PACES, SEED, encoded, figures, tune

BASES = {"multilingual": multilingual, "minilm": minilm}
EPOCHS_FURTHER = 2
EPOCHS_SINCE = 2.4
"""They are short: what is known is repeated in part."""
MEASURED = "right of what is held out"
"""In the card: of a model that was taught it in the end, as it was before."""
TOLD_APART = "foreign and own told apart"
"""In the card: the share of pairs of a foreign line and an own one, both held out, in which it tells which is which."""
FURTHER = 0.5
"""The share of its base's rate at which the shipped model is taught further."""


def main() -> None:
    """Tunes, on a GPU if there is one, measures, and puts the model in its place whole."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    pace = PACES[device]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--further", action="store_true", help="go on from the model that is there")
    parser.add_argument("--all", action="store_true", help="go on from it, and teach what is held out as well")
    parser.add_argument("--rows", action="store_true", help="make known to it the rules and questions that it lacks")
    parser.add_argument("--foreign", action="store_true", help="fit again what tells questions about something else")
    parser.add_argument("--since", type=Path, metavar="CORPUS", help="an older corpus/ that the model there knows")
    parser.add_argument("--base", choices=BASES, default="multilingual", help="the transformer to begin with")
    parser.add_argument(
        "--epochs", type=float, help=f"{pace.epochs} unless told, {EPOCHS_FURTHER} further, {EPOCHS_SINCE} since"
    )
    options = parser.parse_args()
    if options.rows or options.foreign:
        _write_beside(_add_rows if options.rows else _add_foreign)
        return
    further = options.further or options.all
    if options.since and not further:
        parser.error("--since goes on from the model that is there: add --further or --all")
    knows_all = further and not is_measurable()  # what was taught once measures nothing again
    usual = EPOCHS_SINCE if options.since else EPOCHS_FURTHER if further else pace.epochs
    epochs = usual if options.epochs is None else options.epochs
    pace = pace._replace(epochs=epochs)
    random.seed(SEED)
    torch.manual_seed(SEED)
    corpus = load_corpus()
    every, texts = lessons(corpus), texts_of_rules(corpus)
    new, known = _apart(every, options.since) if options.since else ([], every)
    taught_all = options.all or knows_all
    held_out = [one for one in (new if knows_all else every) if one.phrase.held_out and not options.all]
    new = [one for one in new if options.all or not one.phrase.held_out]
    known = [one for one in known if taught_all or not one.phrase.held_out]
    phrases = [lesson.phrase for lesson in (*new, *known)]
    names = names_in(every, phrases)
    allowed = names.allowed()
    before = read_card() if further else {}
    base = BASES[before.get("begun with", options.base)]
    said = chain(*texts.values(), (phrase.text for phrase in phrases))
    try:
        encoder, tokenizer = open_encoder() if before else base.base(said)
    except multilingual.MissingBase as missing:
        sys.exit(str(missing))
    if device == "cpu":
        encoder.set_attn_implementation("eager")  # half the time: the other one's way back is slow in 16 bits
    network = Network(encoder, names, masks_of(names, allowed), encoder.config.hidden_size)
    if before:
        restore(network, names)
    began = time.monotonic()
    rate = base.RATE * (FURTHER if before else 1)
    taught, repeated = (new, known) if options.since else (known, [])
    tune(network.to(device), taught, names, tokenizer, texts, pace, rate, repeated)
    took = time.monotonic() - began
    encoder.set_attn_implementation("sdpa")  # it is exported as it is when nothing is taught
    network.cpu()
    if options.since:
        blend(network, names)
    measured = before.get(MEASURED) if taught_all else _figures(network, held_out, names, tokenizer)
    with tempfile.TemporaryDirectory(dir=HOME.parent) as beside:
        folder = Path(beside) / "model"
        folder.mkdir()
        export(network, names, allowed, folder, tokenizer)
        added = _add_foreign(corpus, folder)
        card = {
            "begun with": next(name for name, one in BASES.items() if one is base),
            "that is": before.get("that is") or base.name(),
            **({"further from": before["digest"]} if before else {}),
            **({"mean of it and that": True} if options.since else {}),
            "on": f"{len(phrases)} questions in two languages",
            HELD_OUT: 0 if taught_all else len(held_out),
            **({"held out of the new ones": len(held_out)} if options.since else {}),
            "corpus": corpus.digest,
            "seed": SEED,
            "epochs": pace.epochs,
            "seconds": round(took),
            "date": date.today().isoformat(),
            "digest": _digest(folder),
            MEASURED: measured,
            **added,
        }
        _put_in_place(folder, card)


def _write_beside(add: Callable[[Corpus, Path], dict[str, Any] | None]) -> None:
    """The model that is there with what is added to a copy of it, and what its card then says; as it is for None."""
    with tempfile.TemporaryDirectory(dir=HOME.parent) as beside:
        folder = Path(beside) / "model"
        shutil.copytree(HOME, folder, ignore=shutil.ignore_patterns(CARD))
        added = add(load_corpus(), folder)
        if added is not None:
            _put_in_place(folder, read_card() | added | {"digest": _digest(folder)})


def _add_rows(corpus: Corpus, folder: Path) -> dict[str, Any] | None:
    """Rows for what was added since."""
    rows = add_rows(lessons(corpus), HOME, folder)
    if rows:
        return {"rows added": read_card().get("rows added", 0) + rows, "for": corpus.digest}
    print("every rule and question has its row", flush=True)
    return None


def _add_foreign(corpus: Corpus, folder: Path) -> dict[str, Any]:
    """What tells questions about something else."""
    told_apart = add_foreign(lessons(corpus), load_foreign(), folder, SEED)
    print(f"held out: foreign and own told apart {told_apart:.3f}", flush=True)
    return {TOLD_APART: round(told_apart, 3)}


def _digest(folder: Path) -> str:
    """Of all files but the card, which is not written yet."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(folder.iterdir()))).hexdigest()[:16]


def _put_in_place(folder: Path, card: dict[str, Any]) -> None:
    (folder / CARD).write_text(json.dumps(card, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    put_in_place(folder, HOME)
    print(f"written to {HOME}", flush=True)


def _apart(every: Iterable[Lesson], since: Path) -> tuple[list[Lesson], list[Lesson]]:
    """The lessons that an older corpus does not have, or has with another answer, and those that it has."""

    def said(lesson: Lesson) -> tuple[str | None, ...]:
        return lesson.phrase.game, lesson.phrase.language, lesson.phrase.text, lesson.ask

    before = set(map(said, lessons(load_corpus(since))))
    new: list[Lesson] = []
    known: list[Lesson] = []
    for lesson in every:
        (known if said(lesson) in before else new).append(lesson)
    return new, known


def _figures(network: Network, held_out: Iterable[Lesson], names: Names, tokenizer: Any) -> dict[str, float]:
    measured = figures(network, list(encoded(held_out, names, tokenizer, lambda lesson: lesson.phrase.text)))
    print("held out:", measured, flush=True)
    return measured


if __name__ == "__main__":
    main()
