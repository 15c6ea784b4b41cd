"""Tunes the packaged MiniLM to read questions: `python -m index.tuning [--epochs N]`.

Taught are all phrases that are not held out, of all games and both languages at once: what decides a question, the rule
it stands under, what it wants, and what each of its words tells. Written to `index/model/`: the encoder in eight bits
(ONNX), the heads, and a card with data, seed and figures. Wants the packages of the extra `tuning`.
"""

import argparse
import hashlib
import json
import random
import shutil
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from transformers import AutoModel, AutoTokenizer

from corpus import load_corpus
from corpus.phrasebook import Phrase, load_phrasebook
from index.embedder import Embedder
from index.reader import HOME, LONGEST
from index.tagging import Tag, Told, tags_of, tokens

SEED = 0
EPOCHS = 5
BATCH = 32
BUCKET = 20
"""So many batches are sorted by length together: short questions wait for no long ones."""
RATE, RATE_OF_HEADS = 3e-4, 3e-3
WARM_UP = 0.06
DROPOUT = 0.1
WEIGHTS = {"kind": 1.0, "rule": 0.5, "wants": 0.5, "tag": 2.0}
"""Of the losses."""
NEVER = -1e4
"""Added to what cannot be: a rule of another game, a fact of another procedure."""
IGNORED = -100
"""Of a piece that is no first one of a word."""
UNTAUGHT = -99
"""Of a word that tells what no taught question told: it counts as wrong."""


@dataclass(frozen=True, slots=True)
class Names:
    """What there is to tell apart, in the order of the rows of each head."""

    games: tuple[str, ...]
    kinds: tuple[tuple[str, str], ...]
    """Game, with procedure or rule."""
    rules: tuple[tuple[str, str], ...]
    wants: tuple[tuple[str, str], ...]
    """Procedure, with what is wanted of it as JSON."""
    procedures: tuple[str, ...]
    tags: tuple[Tag, ...]
    places: Mapping[str, Mapping[str, str]]
    """procedure -> the name of a fact -> its place, where it has one place of that name."""

    def tag_of(self, tag: Tag, procedure: str) -> Tag:
        """A tag by the names of its facts, so that procedures share them."""
        names = {place: name for name, place in self.places[procedure].items()}
        return tuple(Told(names.get(told.place, told.place), told.value) for told in tag)

    def allowed(self, taught: Iterable[Phrase]) -> dict[str, list[int]]:
        """procedure -> the tags that its questions may have: those taught, and those of names that it has as well."""
        row = {tag: at for at, tag in enumerate(self.tags)}
        seen: dict[str, set[int]] = defaultdict(set)
        for phrase in taught:
            if phrase.procedure:
                read = tokens(phrase.text, phrase.language)
                seen[phrase.procedure].update(row[self.tag_of(tag, phrase.procedure)] for tag in tags_of(phrase, read))
        for procedure in self.procedures:
            named = self.places[procedure]
            seen[procedure].update(at for at, tag in enumerate(self.tags) if all(told.place in named for told in tag))
        return {procedure: sorted(rows) for procedure, rows in seen.items()}


def names_in(phrases: Sequence[Phrase], taught: Sequence[Phrase]) -> Names:
    """The names that the phrases use; the tags are those of the taught ones."""
    places: dict[str, set[str]] = defaultdict(set)
    for phrase in phrases:
        for tag in tags_of(phrase, tokens(phrase.text, phrase.language)) if phrase.procedure else ():
            places[phrase.procedure or ""].update(told.place for told in tag)
    procedures = tuple(sorted({phrase.procedure for phrase in phrases if phrase.procedure}))
    single: dict[str, dict[str, str]] = {}
    for procedure in procedures:
        of_name: dict[str, list[str]] = defaultdict(list)
        for place in sorted(places[procedure]):
            of_name[place.rpartition(".")[2]].append(place)
        single[procedure] = {name: found[0] for name, found in of_name.items() if len(found) == 1}
    found = Names(
        games=tuple(sorted({phrase.game for phrase in phrases})),
        kinds=tuple(sorted({(phrase.game, phrase.procedure or phrase.rule) for phrase in phrases})),
        rules=tuple(sorted({(phrase.game, phrase.rule) for phrase in phrases})),
        wants=tuple(sorted({(phrase.procedure, json.dumps(phrase.wants)) for phrase in phrases if phrase.procedure})),
        procedures=procedures,
        tags=(),
        places=single,
    )
    tags = {
        found.tag_of(tag, phrase.procedure)
        for phrase in taught
        if phrase.procedure
        for tag in tags_of(phrase, tokens(phrase.text, phrase.language))
    }
    return replace(found, tags=tuple(sorted(tags)))


class Network(nn.Module):
    """The encoder with its heads; the tags of a procedure are read off its own scaling of the words."""

    def __init__(self, encoder: nn.Module, names: Names, masks: Mapping[str, Tensor], width: int) -> None:
        super().__init__()
        self.encoder = encoder
        self.kind = nn.Linear(width, len(names.kinds))
        self.rule = nn.Linear(width, len(names.rules))
        self.wants = nn.Linear(width, len(names.wants))
        self.tag = nn.Linear(width, len(names.tags))
        self.scale = nn.Embedding(len(names.procedures), width)
        self.shift = nn.Embedding(len(names.procedures), width)
        nn.init.zeros_(self.scale.weight)
        nn.init.zeros_(self.shift.weight)
        self.drop = nn.Dropout(DROPOUT)
        self.masks = masks

    def losses(self, batch: Mapping[str, Tensor]) -> dict[str, Tensor]:
        """Of each head; those of the last two over the questions that have a procedure."""
        logits, formal = self.logits(batch), batch["procedure"] >= 0
        loss = nn.functional.cross_entropy
        losses = {"kind": loss(logits["kind"], batch["kind"]), "rule": loss(logits["rule"], batch["rule"])}
        if formal.any():
            losses["wants"] = loss(logits["wants"], batch["wants"][formal])
            tags = batch["tags"][formal]
            losses["tag"] = loss(logits["tag"].flatten(0, 1), tags.flatten(), ignore_index=IGNORED)
        return losses

    def logits(self, batch: Mapping[str, Tensor]) -> dict[str, Tensor]:
        """Of each head."""
        shown = batch["shown"]
        hidden = self.encoder(input_ids=batch["ids"], attention_mask=shown).last_hidden_state
        weight = shown[..., None].float()
        whole = self.drop((hidden * weight).sum(1) / weight.sum(1))
        game, formal = batch["game"], batch["procedure"] >= 0
        procedure = batch["procedure"][formal]
        words = self.drop(hidden)[formal] * (1 + self.scale(procedure)[:, None]) + self.shift(procedure)[:, None]
        return {
            "kind": self.kind(whole) + self.masks["kind"][game],
            "rule": self.rule(whole) + self.masks["rule"][game],
            "wants": self.wants(whole[formal]) + self.masks["wants"][procedure],
            "tag": self.tag(words) + self.masks["tag"][procedure][:, None],
        }


def masks_of(names: Names, allowed: Mapping[str, Sequence[int]]) -> dict[str, Tensor]:
    """What each game and each procedure may have."""

    def mask(owners: Sequence[str], members: Sequence[tuple[str, str]]) -> Tensor:
        return torch.tensor([[0.0 if owner == game else NEVER for owner, _ in members] for game in owners])

    tag = torch.full((len(names.procedures), len(names.tags)), NEVER)
    for at, procedure in enumerate(names.procedures):
        tag[at, allowed[procedure]] = 0.0
    return {
        "kind": mask(names.games, names.kinds),
        "rule": mask(names.games, names.rules),
        "wants": mask(names.procedures, names.wants),
        "tag": tag,
    }


def encoded(phrases: Iterable[Phrase], names: Names, tokenizer: Any) -> list[dict[str, Any]]:
    """What is taught of each phrase, as numbers."""
    kinds = {kind: at for at, kind in enumerate(names.kinds)}
    rules = {rule: at for at, rule in enumerate(names.rules)}
    wants = {wanted: at for at, wanted in enumerate(names.wants)}
    rows_of_tags = {tag: at for at, tag in enumerate(names.tags)}
    procedures = {procedure: at for at, procedure in enumerate(names.procedures)}
    games = {game: at for at, game in enumerate(names.games)}
    found = []
    for phrase in phrases:
        pieces = tokenizer(phrase.text, return_offsets_mapping=True, truncation=True, max_length=LONGEST)
        tags = [IGNORED] * len(pieces["input_ids"])
        if phrase.procedure:
            read = tokens(phrase.text, phrase.language)
            first = {
                start: at for at, (start, end) in reversed(list(enumerate(pieces["offset_mapping"]))) if end > start
            }
            for word, tag in zip(read, tags_of(phrase, read), strict=True):
                if word.start in first:
                    tags[first[word.start]] = rows_of_tags.get(names.tag_of(tag, phrase.procedure), UNTAUGHT)
        found.append(
            {
                "ids": pieces["input_ids"],
                "tags": tags,
                "kind": kinds[phrase.game, phrase.procedure or phrase.rule],
                "rule": rules[phrase.game, phrase.rule],
                "wants": wants[phrase.procedure, json.dumps(phrase.wants)] if phrase.procedure else 0,
                "procedure": procedures.get(phrase.procedure or "", -1),
                "game": games[phrase.game],
            }
        )
    return found


def batched(rows: Sequence[Mapping[str, Any]]) -> dict[str, Tensor]:
    """Rows as tensors, the short ones filled up."""
    longest = max(len(row["ids"]) for row in rows)

    def filled(name: str, filling: int) -> Tensor:
        return torch.tensor([[*row[name], *[filling] * (longest - len(row[name]))] for row in rows])

    single = {
        name: torch.tensor([row[name] for row in rows]) for name in ("kind", "rule", "wants", "procedure", "game")
    }
    shown = torch.tensor([[1] * len(row["ids"]) + [0] * (longest - len(row["ids"])) for row in rows])
    return {"ids": filled("ids", 0), "tags": filled("tags", IGNORED), "shown": shown, **single}


def shuffled(rows: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """All rows in batches of like length, in a random order."""
    random.shuffle(rows)
    buckets = (rows[at : at + BATCH * BUCKET] for at in range(0, len(rows), BATCH * BUCKET))
    ordered = [sorted(bucket, key=lambda row: len(row["ids"])) for bucket in buckets]
    batches = [bucket[at : at + BATCH] for bucket in ordered for at in range(0, len(bucket), BATCH)]
    random.shuffle(batches)
    return batches


def tune(network: Network, rows: list[dict[str, Any]], epochs: float) -> None:
    """Teaches the network, with the progress shown."""
    heads = [weight for name, weight in network.named_parameters() if not name.startswith("encoder.")]
    optimizer = torch.optim.AdamW(
        [{"params": network.encoder.parameters(), "lr": RATE}, {"params": heads, "lr": RATE_OF_HEADS}],
        weight_decay=0.01,
    )
    steps = int(epochs * len(rows) / BATCH)
    rising = max(1, int(WARM_UP * steps))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, (step + 1) / rising, (steps - step) / max(1, steps - rising))
    )
    network.train()
    done, began = 0, time.monotonic()
    while done < steps:
        for batch in shuffled(rows)[: steps - done]:
            losses = network.losses(batched(batch))
            optimizer.zero_grad()
            torch.stack([WEIGHTS[name] * loss for name, loss in losses.items()]).sum().backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            done += 1
            if done % 100 == 0 or done == steps:
                parts = ", ".join(f"{name} {loss.item():.2f}" for name, loss in losses.items())
                print(f"tuning: step {done} of {steps}, {time.monotonic() - began:.0f} s, loss {parts}", flush=True)
    network.eval()


@torch.no_grad()
def figures(network: Network, rows: Sequence[dict[str, Any]]) -> dict[str, float]:
    """The shares that are right of what is held out."""
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for at in range(0, len(rows), BATCH):
        batch = batched(rows[at : at + BATCH])
        logits, formal = network.logits(batch), batch["procedure"] >= 0
        for name, wanted in (("kind", batch["kind"]), ("rule", batch["rule"]), ("wants", batch["wants"][formal])):
            right[name] += int((logits[name].argmax(-1) == wanted).sum())
            total[name] += len(wanted)
        right["kind of formal"] += int((logits["kind"].argmax(-1) == batch["kind"])[formal].sum())
        total["kind of formal"] += int(formal.sum())
        tags, taught = batch["tags"][formal], batch["tags"][formal] != IGNORED
        same = (logits["tag"].argmax(-1) == tags) | ~taught
        right["words"] += int((same & taught).sum())
        total["words"] += int(taught.sum())
        right["all words of a question"] += int(same.all(-1).sum())
        total["all words of a question"] += int(formal.sum())
    return {name: round(right[name] / total[name], 3) for name in total if total[name]}


def export(network: Network, names: Names, allowed: Mapping[str, Sequence[int]], folder: Path, tokenizer: Any) -> None:
    """The encoder in eight bits, its tokenizer and the heads, into a folder that is being written."""
    from onnxruntime.quantization import QuantType, quantize_dynamic  # type: ignore[import-untyped]

    class Words(nn.Module):
        def __init__(self, encoder: nn.Module) -> None:
            super().__init__()
            self.encoder = encoder

        def forward(self, input_ids: Tensor, attention_mask: Tensor) -> Tensor:
            hidden: Tensor = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
            return hidden

    ids = torch.ones((1, 8), dtype=torch.long)
    axes = {0: "batch", 1: "pieces"}
    whole = folder / "whole.onnx"
    torch.onnx.export(
        Words(network.encoder),
        (ids, ids),
        str(whole),
        input_names=["input_ids", "attention_mask"],
        output_names=["hidden"],
        dynamic_axes={"input_ids": axes, "attention_mask": axes, "hidden": axes},
        dynamo=False,
    )
    quantize_dynamic(
        str(whole), str(folder / "encoder.onnx"), weight_type=QuantType.QInt8, per_channel=True, reduce_range=True
    )
    whole.unlink()
    tokenizer.backend_tokenizer.save(str(folder / "tokenizer.json"))
    weights = {
        name: layer.weight.detach().numpy()
        for name, layer in (
            ("kind", network.kind),
            ("rule", network.rule),
            ("wants", network.wants),
            ("tag", network.tag),
        )
    }
    biases = {f"{name} bias": getattr(network, name).bias.detach().numpy() for name in weights}
    scaling = {
        f"{what} {procedure}": layer.weight[at].detach().numpy()
        for what, layer in (("scale", network.scale), ("shift", network.shift))
        for at, procedure in enumerate(names.procedures)
    }
    halves = {name: array.astype(np.float16) for name, array in {**weights, **biases, **scaling}.items()}
    np.savez_compressed(folder / "heads.npz", **halves)
    wants: dict[str, dict[str, int]] = defaultdict(dict)
    for at, (procedure, wanted) in enumerate(names.wants):
        wants[procedure][wanted] = at
    heads = {
        "kinds": {kind: at for at, (_, kind) in enumerate(names.kinds)},
        "rules": {rule: at for at, (_, rule) in enumerate(names.rules)},
        "wants": wants,
        "tags": names.tags,
        "tags_of": allowed,
        "places": names.places,
    }
    (folder / "heads.json").write_text(json.dumps(heads, ensure_ascii=False), encoding="utf-8")


def main() -> None:
    """Tunes, measures, and puts the model in its place whole."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=float, default=EPOCHS)
    epochs = parser.parse_args().epochs
    random.seed(SEED)
    torch.manual_seed(SEED)
    corpus = load_corpus()
    phrases = [phrase for game in corpus.games for phrase in load_phrasebook(game)]
    taught = [phrase for phrase in phrases if not phrase.held_out]
    names = names_in(phrases, taught)
    allowed = names.allowed(taught)
    where = Embedder().where()
    tokenizer = AutoTokenizer.from_pretrained(where)
    encoder = AutoModel.from_pretrained(where)
    network = Network(encoder, names, masks_of(names, allowed), encoder.config.hidden_size)
    began = time.monotonic()
    tune(network, encoded(taught, names, tokenizer), epochs)
    took = time.monotonic() - began
    held_out = encoded([phrase for phrase in phrases if phrase.held_out], names, tokenizer)
    measured = figures(network, held_out)
    print("held out:", measured, flush=True)
    with tempfile.TemporaryDirectory(dir=HOME.parent) as beside:
        folder = Path(beside) / "model"
        folder.mkdir()
        export(network, names, allowed, folder, tokenizer)
        digest = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(folder.iterdir()))).hexdigest()[:16]
        card = {
            "tuned from": Embedder().name,
            "on": f"{len(taught)} phrases in two languages; {len(held_out)} held out",
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
