"""The commands of `arbitro`: each in the module of its name, whose `run` takes the options and gives the exit code."""

from pkgutil import iter_modules

COMMANDS = frozenset(module.name for module in iter_modules(__path__))
