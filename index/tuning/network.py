"""The encoder with the heads that are tuned with it."""

from collections.abc import Mapping, Sequence

import torch
from torch import Tensor, nn

from index.answers import ANSWERS
from index.tuning.names import Names

DROPOUT = 0.1
NEVER = -1e4
"""Added to what cannot be: a rule of another game, a fact of another procedure."""
IGNORED = -100
"""Of a piece that is no first one of a word, and of what a lesson does not teach."""
UNTAUGHT = -99
"""Of a word that tells what no taught question told: where it is measured, it counts as wrong."""
_HAS_BFLOAT16 = "AVX512" in torch.backends.cpu.get_cpu_capability()
"""Where it is emulated, it is several times slower than 32 bits."""


class Network(nn.Module):
    """The encoder with its heads; the tags of a procedure are read off its own scaling of the words."""

    def __init__(self, encoder: nn.Module, names: Names, masks: Mapping[str, Tensor], width: int) -> None:
        super().__init__()
        self.encoder = encoder
        self.kind = nn.Linear(width, len(names.kinds))
        self.rule = nn.Linear(width, len(names.rules))
        self.wants = nn.Linear(width, len(names.wants))
        self.answer = nn.Linear(width, len(ANSWERS))
        self.ask = nn.Linear(width, len(names.asks))
        self.tag = nn.Linear(width, len(names.tags))
        self.scale = nn.Embedding(len(names.procedures), width)
        self.shift = nn.Embedding(len(names.procedures), width)
        nn.init.zeros_(self.scale.weight)
        nn.init.zeros_(self.shift.weight)
        self.drop = nn.Dropout(DROPOUT)
        self.masks = masks

    def losses(self, batch: Mapping[str, Tensor]) -> dict[str, Tensor]:
        """Of each head over what teaches it."""
        logits, formal = self.logits(batch), batch["procedure"] >= 0
        loss = nn.functional.cross_entropy
        losses = {
            name: loss(logits[name], batch[name], ignore_index=IGNORED)
            for name in ("kind", "rule", "answer", "ask")
            if (batch[name] != IGNORED).any()
        }
        if formal.any():
            losses["wants"] = loss(logits["wants"], batch["wants"][formal])
            tags = batch["tags"][formal].where(batch["tags"][formal] != UNTAUGHT, IGNORED)
            losses["tag"] = loss(logits["tag"].flatten(0, 1), tags.flatten(), ignore_index=IGNORED)
        return losses

    def logits(self, batch: Mapping[str, Tensor]) -> dict[str, Tensor]:
        """Of each head."""
        shown = batch["shown"]
        with torch.autocast("cpu", torch.bfloat16, enabled=self.training and _HAS_BFLOAT16):
            hidden = self.encoder(input_ids=batch["ids"], attention_mask=shown).last_hidden_state
        hidden = hidden.float()
        weight = shown[..., None].float()
        whole = self.drop((hidden * weight).sum(1) / weight.sum(1))
        game, formal = batch["game"], batch["procedure"] >= 0
        procedure = batch["procedure"][formal]
        words = self.drop(hidden)[formal] * (1 + self.scale(procedure)[:, None]) + self.shift(procedure)[:, None]
        return {
            "kind": self.kind(whole) + self.masks["kind"][game],
            "rule": self.rule(whole) + self.masks["rule"][game],
            "wants": self.wants(whole[formal]) + self.masks["wants"][procedure],
            "answer": self.answer(whole),
            "ask": self.ask(whole) + self.masks["ask"][game],
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
        "ask": mask(names.games, names.asks),
        "wants": mask(names.procedures, names.wants),
        "tag": tag,
    }
