"""A local LLM that may phrase what the rules say, and that can take nobody down with it.

llama.cpp is native code: it can abort, hang, or die of a bad file. So it runs in a process of its
own, and whoever wants a draft talks to that process over a pipe. If it dies, hangs or writes
nonsense, that costs one draft, and the answer comes in the rules' own words.

    local         what the service sees: a queue, a time limit, cancellation
    supervisor    starts the process again after a pause, and gives up after three deaths in a row
    process       starts it, listens to it, ends it
    protocol      what the two say to each other
    child         the process itself; nothing else imports llama.cpp
    models        which GGUF file a setting names, and whether it can be used
    choice        which model was chosen with `arbitro model use`
    pulled        the files that were fetched from the hub
    install       compiles llama.cpp, and goes on where it was interrupted
    installation  an install behind the running service
"""
