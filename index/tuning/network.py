"""The encoder with the heads that are tuned with it."""

from collections.abc import Mapping, Sequence

import torch
from torch import Tensor, nn
from transformers import PreTrainedModel

from index.answers import ANSWERS
from index.tuning.names import Names

DROPOUT = 0.1
AGREEMENT = 1.0
"""The weight of what two readings of one question differ by, each with other parts of the network left out: a network
that knows a thing says it both times (R-Drop).
"""
AGREEING = {"kind", "rule", "wants", "ask", "tag"}
"""The heads whose readings are compared so."""
NEVER = -1e4
"""Added to what cannot be: a rule of another game, a fact of another procedure."""
IGNORED = -100
"""Of a piece that is no first one of a word, and of what a lesson does not teach."""
UNTAUGHT = -99
"""Of a word that tells what no taught question told: where it is measured, it counts as wrong."""
TEMPERATURE = 0.05
"""Of the cosines between questions and texts."""
_HAS_BFLOAT16 = "AVX512" in torch.backends.cpu.get_cpu_capability()
"""Where it is emulated, it is several times slower than 32 bits."""


class Network(nn.Module):
    """The encoder with its heads; the tags of a procedure are read off its own scaling of the words."""

    def __init__(self, encoder: PreTrainedModel, names: Names, masks: Mapping[str, Tensor], width: int) -> None:
        super().__init__()
        self.encoder = encoder
        self.kind = nn.Linear(width, len(names.kinds))
        self.rule = nn.Linear(width, len(names.rules))
        self.wants = nn.Linear(width, len(names.wants))
        self.answer = nn.Linear(width, len(ANSWERS))
        self.ask = nn.Linear(width, len(names.asks))
        self.vector = nn.Linear(width, width, bias=False)
        self.fact = nn.Linear(width, len(names.facts) + 1)
        self.scale = nn.Embedding(len(names.procedures), width)
        self.shift = nn.Embedding(len(names.procedures), width)
        nn.init.zeros_(self.scale.weight)
        nn.init.zeros_(self.shift.weight)
        nn.init.eye_(self.vector.weight)
        self.drop = nn.Dropout(DROPOUT)
        for head, mask in masks.items():
            self.register_buffer(f"{head} mask", mask, persistent=False)
        self.register_buffer("facts of tags", _summing(names.facts_of, len(names.facts) + 1), persistent=False)

    def losses(self, batch: Mapping[str, Tensor], *, twice: bool = False) -> dict[str, Tensor]:
        """Of each head over what teaches it; where the second half of the batch is the first again, with what the two
        readings differ by.
        """
        logits, formal = self.logits(batch), batch["procedure"] >= 0
        loss = nn.functional.cross_entropy
        losses = {
            name: loss(logits[name], batch[name], ignore_index=IGNORED)
            for name in ("kind", "rule", "answer", "ask")
            if (batch[name] != IGNORED).any()
        }
        if formal.any():
            losses["wants"] = loss(logits["wants"], batch["wants"][formal])
            tags = batch["tags"][formal]
            tags = tags[tags != IGNORED]
            losses["tag"] = loss(logits["tag"], tags.where(tags != UNTAUGHT, IGNORED), ignore_index=IGNORED)
        if twice:
            for name in losses.keys() & AGREEING:
                losses[name] = losses[name] + AGREEMENT * _difference(*logits[name].chunk(2))
        if "twin" in batch:
            losses["vector"] = self._contrast(logits["vector"], batch)
        return losses

    def _contrast(self, vectors: Tensor, batch: Mapping[str, Tensor]) -> Tensor:
        """Of each question against the texts that the batch has of its rule and of others; and the other way."""
        alike = vectors @ self.vectors(self._whole(batch["twin"], batch["twin shown"])[1]).T / TEMPERATURE
        same = batch["rule"][:, None] == batch["rule"]
        alike = alike.masked_fill(same & ~torch.eye(len(same), dtype=torch.bool, device=same.device), NEVER)
        own = torch.arange(len(same), device=same.device)
        return (nn.functional.cross_entropy(alike, own) + nn.functional.cross_entropy(alike.T, own)) / 2

    def vectors(self, whole: Tensor) -> Tensor:
        """Of length one: a question's lies near those of the texts of its rule, in either language."""
        return nn.functional.normalize(self.vector(whole), dim=-1)

    def _whole(self, ids: Tensor, shown: Tensor) -> tuple[Tensor, Tensor]:
        """A row for each piece of each text, and their mean."""
        with torch.autocast(ids.device.type, torch.bfloat16, enabled=self.training and (ids.is_cuda or _HAS_BFLOAT16)):
            hidden = self.encoder(input_ids=ids, attention_mask=shown).last_hidden_state
        hidden = hidden.float()
        weight = shown[..., None].float()
        return hidden, (hidden * weight).sum(1) / weight.sum(1)

    def logits(self, batch: Mapping[str, Tensor]) -> dict[str, Tensor]:
        """Of each head; of the tags a row for each word whose tag is known."""
        hidden, whole = self._whole(batch["ids"], batch["shown"])
        vectors, whole = self.vectors(whole), self.drop(whole)
        game, formal = batch["game"], batch["procedure"] >= 0
        known = batch["tags"][formal] != IGNORED
        procedure = batch["procedure"][formal]
        of_word = procedure[:, None].expand_as(known)[known]
        words = self.drop(hidden[formal][known]) * (1 + self.scale(of_word)) + self.shift(of_word)
        return {
            "kind": self.kind(whole) + self.get_buffer("kind mask")[game],
            "rule": self.rule(whole) + self.get_buffer("rule mask")[game],
            "wants": self.wants(whole[formal]) + self.get_buffer("wants mask")[procedure],
            "answer": self.answer(whole),
            "ask": self.ask(whole) + self.get_buffer("ask mask")[game],
            "tag": self._tag(words) + self.get_buffer("tag mask")[of_word],
            "vector": vectors,
        }

    def _tag(self, words: Tensor) -> Tensor:
        """A tag is as likely as its facts are together: what one is taught, all that tell the same fact learn."""
        facts_of = self.get_buffer("facts of tags")
        weight = torch.sparse.mm(facts_of, self.fact.weight)
        bias = torch.sparse.mm(facts_of, self.fact.bias[:, None])
        logits: Tensor = words @ weight.T + bias.T
        return logits


def _difference(one: Tensor, other: Tensor) -> Tensor:
    """The divergence of the shares that two rows of logits give, from either side, in the mean of all rows."""
    one, other = one.log_softmax(-1), other.log_softmax(-1)
    divergence: Tensor = ((one.exp() - other.exp()) * (one - other)).sum(-1).mean() / 2
    return divergence


def _summing(rows: Sequence[Sequence[int]], width: int) -> Tensor:
    """A sparse matrix with a one for each of the numbers in each row."""
    at = [(row, one) for row, ones in enumerate(rows) for one in ones]
    return torch.sparse_coo_tensor(
        torch.tensor(at).T, torch.ones(len(at)), (len(rows), width), check_invariants=True
    ).coalesce()


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
        "ask": mask(names.games, names.asks),
        "wants": mask(names.procedures, names.wants),
        "tag": tag,
    }
