"""An LLM is taught the referee's craft: rules under aliases in front of it, the ruling first, then what it rests on.

    lessons   what is in front of it, and the draft wanted of it
    network   the weights of a GGUF in torch, and the adapters written for llama.cpp
    teaching  lesson by lesson

What was learned with the packaged model of 135 million weights and up to 2,000 lessons: it takes to the form, and the
share of drafts that pass the check rises from none to more than one in three. They pass since they keep to the words
of one rule; yet the right one of the rules in front, and the ruling that it comes to, are not what a draft gets right
more often than the rules' own words do, so it spoils as many answers as it puts right. A ruling that stands in front of
it comes out as a sentence most times, and says no more than the engine's own did. So none is shipped; a larger model is
judged by the same command.
"""
