"""Threads that read docstrings and heads of arrays at once do not upset each other."""

import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
AT_ONCE = """
import ast, gc, sys, threading
from pathlib import Path
from service.syntax_trees import parse_one_at_a_time

parse_one_at_a_time()
parse_one_at_a_time()
sys.setswitchinterval(1e-6)
gc.set_threshold(700)
module = Path("service/schema.py").read_text(encoding="utf-8")
head = "{'descr': '<f4', 'fortran_order': False, 'shape': (100, 384), }"


class Cycle:  # whose end lets another thread in while a tree is made
    def __init__(self):
        self.own = self

    def __del__(self):
        pass


def read(text, times, litter):
    for _ in range(times):
        try:
            ast.parse(text)
        except SystemError as error:
            print(error)
        for _ in range(litter):
            Cycle()


threads = [threading.Thread(target=read, args=each) for each in [(module, 60, 500)] * 2 + [(head, 5000, 20)]]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_threads_make_syntax_trees_at_once() -> None:
    done = subprocess.run([sys.executable, "-c", AT_ONCE], capture_output=True, text=True, check=True, cwd=CHECKOUT)
    assert (done.stdout, done.stderr) == ("", "")
