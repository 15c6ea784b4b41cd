"""From a question to an answer: look up, judge what is near, say it with its evidence."""
