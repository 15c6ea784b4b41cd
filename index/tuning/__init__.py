"""How the model that reads questions is made, from a small multilingual one: `python -m index.tuning`.

Taught are all lessons that are not held out, of all games and both languages at once: what decides a question, the rule
it stands under, the question of that rule that has the same answer, what it wants, the kind of its answer, what each of
its words tells, and to lie near what is written of its rule and far from what is written of others. Written to
`index/model/`: the encoder in eight bits (ONNX), the heads, and a card with data, seed and figures.
"""
