"""What each operation does, in a line: the help of the command line, the API and the tools for assistants say the same.

They stand apart from the operations because the command line shows them without loading anything.
"""

from collections.abc import Mapping

SUMMARIES: Mapping[str, str] = {
    "ask": "answer a question, with the rules it rests on",
    "dispute": "say which of two claims the ruling bears out, and the step that decides",
    "adjudicate": "rule on a state",
    "procedures": "what can be ruled on",
    "rule": "one rule or conflict, with its relations",
    "search": "the rules nearest to some words",
}
