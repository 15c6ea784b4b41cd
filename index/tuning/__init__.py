"""How the model that reads questions is made, from the packaged MiniLM: `python -m index.tuning`.

Taught are all lessons that are not held out, of all games and both languages at once: what decides a question, the rule
it stands under, the question of that rule that has the same answer, what it wants, the kind of its answer, and what
each of its words tells. Written to `index/model/`: the encoder in eight bits (ONNX), the heads, and a card with data,
seed and figures.
"""
