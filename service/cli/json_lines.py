"""An object a line, in and out: `--jsonl`."""

import sys
from collections.abc import Callable, Iterator

from service.answering.questions import BadQuestion
from service.cli.arguments import Object
from service.cli.exit_codes import DONE, FAILED
from service.cli.output import to_json
from service.positions.reading import parse_json
from service.positions.rulings import BadInput, ImpossibleState

LONGEST_LINE = 1_000_000


def answer_each_line(answer: Callable[[Object], Object]) -> int:
    """An object out for each object in, in order; a line that has no answer gives its error, and the exit code 1."""
    code = DONE
    for number, line in _lines():
        id: object = None
        try:
            asked = _object(line, number)
            id = asked.pop("id", None)
            said = answer(asked)
        except (BadInput, ImpossibleState) as error:
            said = error.document()
        except BadQuestion as error:
            said = BadInput({"path": error.field, "problem": str(error)}).document()
        except Exception as error:  # one bad line must not cost the answers to the others
            said = {"error": "failed", "problem": f"{type(error).__name__}: {error}"}
        if "error" in said:
            code = FAILED
        print(to_json({"id": id, **said}), flush=True)
    return code


def _lines() -> Iterator[tuple[int, bytes]]:
    """The lines of standard input that are not blank, numbered; of one that is too long, only the beginning."""
    stdin = sys.stdin.buffer
    number = 0
    while line := stdin.readline(LONGEST_LINE + 1):
        number += 1
        rest = line
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
            rest = stdin.readline(LONGEST_LINE + 1)
        if line.strip():
            yield number, line


def _object(line: bytes, number: int) -> Object:
    try:
        if len(line) > LONGEST_LINE:
            raise ValueError(f"longer than {LONGEST_LINE:,} bytes")
        value = parse_json(line)
    except ValueError as error:
        raise BadInput({"path": "", "problem": f"line {number}: {error}"}) from error
    if not isinstance(value, dict):
        raise BadInput({"path": "", "problem": f'line {number}: not a JSON object: write {{"id": …}}'})
    return value
