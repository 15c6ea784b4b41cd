"""Teaches an LLM to write drafts: `python -m service.llm.teaching FOLDER [--llm FILE] [--lessons N ...]`.

What it learns is a small adapter, written to FOLDER as a GGUF that llama.cpp loads beside the model's own: one after
each so many lessons. `arbitro eval --llm FILE --adapter FILE` measures them.
"""

import argparse
from pathlib import Path

import torch

from corpus import load_corpus
from index import Embedder, open_index
from service.llm.child import LoadedModel
from service.llm.models import packaged
from service.llm.teaching.lessons import lessons
from service.llm.teaching.network import adapt, open_llama, write_adapter
from service.llm.teaching.teaching import ALPHA, RANK, SEED, teach
from service.settings import settings


def main() -> None:
    """Teaches, and writes an adapter after each number of lessons."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the adapters go")
    parser.add_argument("--llm", type=Path, metavar="FILE", help="a GGUF of a llama; the packaged one unless told")
    parser.add_argument("--lessons", type=int, nargs="+", default=[100, 200, 400, 800], metavar="N")
    options = parser.parse_args()
    file = options.llm or packaged()
    given, corpus = settings(), load_corpus()
    torch.set_num_threads(given.threads)
    torch.manual_seed(SEED)
    index = open_index(given.home, Embedder(threads=given.threads), corpus)
    llama = open_llama(file).bfloat16()  # the adapters keep all their digits
    adapters = adapt(llama, RANK, ALPHA)
    some = lessons(corpus, index, SEED)
    options.folder.mkdir(parents=True, exist_ok=True)
    for count in teach(llama, adapters, LoadedModel(file, given.threads), some, options.lessons):
        adapter = options.folder / f"{file.stem}-{count}.gguf"
        write_adapter(llama, ALPHA, adapter, f"{file.stem}, taught on {count} lessons")
        print(f"written: {adapter}", flush=True)


if __name__ == "__main__":
    main()
