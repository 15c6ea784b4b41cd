"""Writes a transformer in eight bits, for `index.encoder` to run without PyTorch."""

import shutil
import warnings
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from index.encoder import HIDDEN, IDS, MODEL, SHOWN, TOKENIZER


class _Words(nn.Module):
    """The last layer alone."""

    def __init__(self, transformer: nn.Module) -> None:
        super().__init__()
        self.transformer = transformer

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> Tensor:
        hidden: Tensor = self.transformer(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        return hidden


def export(transformer: nn.Module, tokenizer: Any, folder: Path) -> None:
    """`tokenizer` is the transformer's own, a fast one; the folder is being written."""
    from onnxruntime.quantization import QuantType, quantize_dynamic  # type: ignore[import-untyped]
    from onnxruntime.quantization.shape_inference import quant_pre_process  # type: ignore[import-untyped]

    ids = torch.ones((1, 8), dtype=torch.long)
    axes = {0: "batch", 1: "pieces"}
    whole = folder / "whole.onnx"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the tracer, that lengths become constants: they are named as axes
        torch.onnx.export(
            _Words(transformer).eval(),
            (ids, ids),
            str(whole),
            input_names=[IDS, SHOWN],
            output_names=[HIDDEN],
            dynamic_axes={IDS: axes, SHOWN: axes, HIDDEN: axes},
            dynamo=False,
        )
    quant_pre_process(str(whole), str(whole), skip_symbolic_shape=True)
    quantize_dynamic(
        str(whole),
        str(folder / MODEL),
        weight_type=QuantType.QInt8,
        per_channel=True,
        reduce_range=True,
        use_external_data_format=True,  # weights in a file of their own are mapped, and not copied into memory
    )
    shutil.copymode(folder / MODEL, folder / f"{MODEL}.data")  # which is written for its owner alone
    whole.unlink()
    tokenizer.backend_tokenizer.save(str(folder / TOKENIZER), pretty=False)
