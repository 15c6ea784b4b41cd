"""Tunes the packaged MiniLM to read questions: `python -m index.tuning [--further] [--epochs N]`.

With `--further` it goes on from the model that is there, which is enough where phrases were added.
"""

import argparse
import hashlib
import json
import random
import shutil
import tempfile
import time
from datetime import date
from pathlib import Path

import torch
from transformers import AutoModel, AutoTokenizer

from corpus import load_corpus
from index.embedder import Embedder
from index.reader import HOME
from index.tuning.export import export
from index.tuning.lessons import lessons
from index.tuning.names import names_in
from index.tuning.network import Network, masks_of
from index.tuning.shipped import restore
from index.tuning.teaching import SEED, encoded, figures, tune

EPOCHS, EPOCHS_FURTHER = 9, 3
RATE, RATE_FURTHER = 3e-4, 2e-4


def main() -> None:
    """Tunes, measures, and puts the model in its place whole."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--further", action="store_true", help="go on from the model that is there")
    parser.add_argument("--epochs", type=float, help=f"{EPOCHS} unless told, {EPOCHS_FURTHER} further")
    options = parser.parse_args()
    epochs, rate = (EPOCHS_FURTHER, RATE_FURTHER) if options.further else (EPOCHS, RATE)
    epochs = epochs if options.epochs is None else options.epochs
    random.seed(SEED)
    torch.manual_seed(SEED)
    corpus = load_corpus()
    every = lessons(corpus)
    taught = [lesson for lesson in every if not lesson.phrase.held_out]
    phrases = [lesson.phrase for lesson in taught]
    names = names_in(every, phrases)
    allowed = names.allowed(phrases)
    where = Embedder().where()
    tokenizer = AutoTokenizer.from_pretrained(where)
    encoder = AutoModel.from_pretrained(where)
    network = Network(encoder, names, masks_of(names, allowed), encoder.config.hidden_size)
    before = {}
    if options.further:
        restore(network, names)
        before = {"further from": json.loads((HOME / "card.json").read_text(encoding="utf-8"))["digest"]}
    began = time.monotonic()
    tune(network, taught, names, tokenizer, epochs, rate)
    took = time.monotonic() - began
    held_out = list(encoded([lesson for lesson in every if lesson.phrase.held_out], names, tokenizer))
    measured = figures(network, held_out)
    print("held out:", measured, flush=True)
    with tempfile.TemporaryDirectory(dir=HOME.parent) as beside:
        folder = Path(beside) / "model"
        folder.mkdir()
        export(network, names, allowed, folder, tokenizer)
        digest = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(folder.iterdir()))).hexdigest()[:16]
        card = {
            "tuned from": Embedder().name,
            **before,
            "on": f"{len(taught)} questions in two languages; {len(held_out)} held out",
            "corpus": corpus.digest,
            "seed": SEED,
            "epochs": epochs,
            "seconds": round(took),
            "date": date.today().isoformat(),
            "digest": digest,
            "right of what is held out": measured,
        }
        (folder / "card.json").write_text(json.dumps(card, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        shutil.rmtree(HOME, ignore_errors=True)
        folder.rename(HOME)
    print(f"written to {HOME}", flush=True)


if __name__ == "__main__":
    main()
