"""What can be set from outside."""

from pathlib import Path

import pytest

from service.settings import BadSetting, Settings, settings


def test_nothing_set_is_the_packaged_models_in_the_checkout(tmp_path: Path) -> None:
    given = settings({})
    assert (given.home.name, given.embeddings) == (".arbitro", "")
    assert settings({"ARBITRO_HOME": str(tmp_path)}).llm == ""
    assert given.threads >= 1
    assert given.house_rules == given.home / "house"
    assert settings({"ARBITRO_HOME": "/nowhere"}).house_rules == Path("/nowhere/house")


def test_all_of_it_set(tmp_path: Path) -> None:
    assert settings(
        {
            "ARBITRO_HOME": str(tmp_path),
            "ARBITRO_HOUSE_RULES": __file__,
            "ARBITRO_EMBEDDINGS": "intfloat/multilingual-e5-small",
            "ARBITRO_QUERY_PREFIX": "query: ",
            "ARBITRO_PASSAGE_PREFIX": "passage:",
            "ARBITRO_LLM": "hub:owner/repo/model.gguf",
            "ARBITRO_KEY": "our-table",
            "ARBITRO_INDEX": "milvus:http://milvus.example:19530",
            "ARBITRO_INDEX_TOKEN": "name:word",
            "ARBITRO_TENANT": "our-club",
            "ARBITRO_LLM_READS": "7.5",
            "ARBITRO_HOSTS": "Rules.example.org, rules2.example.org,",
            "ARBITRO_ORIGINS": "https://club.example.org,http://localhost:5173",
            "ARBITRO_RATE": "0",
            "ARBITRO_LOG": "json",
            "ARBITRO_LOG_REQUESTS": "questions",
            "ARBITRO_THREADS": "3",
        }
    ) == Settings(
        home=tmp_path,
        house_rules=Path(__file__),
        embeddings="intfloat/multilingual-e5-small",
        query_prefix="query: ",
        passage_prefix="passage: ",
        llm="hub:owner/repo/model.gguf",
        key="our-table",
        index="milvus:http://milvus.example:19530",
        index_token="name:word",
        tenant="our-club",
        llm_reads=7.5,
        hosts=("rules.example.org", "rules2.example.org"),
        origins=("https://club.example.org", "http://localhost:5173"),
        rate=0,
        log="json",
        log_requests="questions",
        threads=3,
    )


@pytest.mark.parametrize("name", ["ARBITRO_HOME", "ARBITRO_LLM", "ARBITRO_THREADS", "ARBITRO_EMBEDDINGS"])
def test_an_empty_variable_counts_as_absent(name: str) -> None:
    assert settings({name: " "}) == settings({})


@pytest.mark.parametrize(
    ("name", "value", "fix"),
    [
        ("ARBITRO_THREADS", "0", "write a whole number, 1 to 256"),
        ("ARBITRO_THREADS", "many", "write a whole number, 1 to 256"),
        ("ARBITRO_THREADS", "²", "write a whole number, 1 to 256"),
        ("ARBITRO_LLM_READS", "yes", "for how many seconds"),
        ("ARBITRO_LLM_READS", "-1", "0 to 300"),
        ("ARBITRO_LLM_READS", "nan", "0 to 300"),
        ("ARBITRO_LLM", "gpt", "or none"),
        ("ARBITRO_INDEX", "milvus:", "milvus:FILE.db"),
        ("ARBITRO_INDEX", "http://milvus.example", "milvus:http://HOST:19530"),
        ("ARBITRO_TENANT", "our club", "1 to 60 letters"),
        ("ARBITRO_LLM", "hub:model.gguf", "hub:owner/repo/file.gguf"),
        ("ARBITRO_HOME", __file__, "name a folder"),
        ("ARBITRO_HOME", "~nobody-of-this-name/home", "name another folder"),
        ("ARBITRO_HOUSE_RULES", "/nowhere/rules.yaml", "name a file of house rules"),
        ("ARBITRO_HOUSE_RULES", "~nobody-of-this-name/rules.yaml", "name another file"),
    ],
)
def test_a_bad_value_is_named_with_the_fix(name: str, value: str, fix: str) -> None:
    with pytest.raises(BadSetting) as error:
        settings({name: value})
    assert str(error.value).startswith(f"{name}={value!r}")
    assert fix in str(error.value)


@pytest.mark.parametrize("value", ["short", "with a space", "semi;colon", "perché-no"])
def test_a_bad_key_is_refused_and_not_repeated(value: str) -> None:
    with pytest.raises(BadSetting, match=r"ARBITRO_KEY is no key.*write 8 or more") as error:
        settings({"ARBITRO_KEY": value})
    assert value not in str(error.value)
    assert "our-table" not in repr(settings({"ARBITRO_KEY": "our-table"}))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ARBITRO_HOSTS", "https://rules.example.org"),
        ("ARBITRO_HOSTS", "rules.example.org:443"),
        ("ARBITRO_HOSTS", "*"),
        ("ARBITRO_ORIGINS", "club.example.org"),
        ("ARBITRO_ORIGINS", "https://club.example.org/page"),
        ("ARBITRO_ORIGINS", "https://club.example.org:many"),
        ("ARBITRO_ORIGINS", "null"),
        ("ARBITRO_RATE", "-1"),
        ("ARBITRO_RATE", "many"),
        ("ARBITRO_LOG", "xml"),
        ("ARBITRO_LOG_REQUESTS", "yes"),
    ],
)
def test_what_cannot_be_used_is_named_with_what_to_write(name: str, value: str) -> None:
    with pytest.raises(BadSetting, match=name):
        settings({name: value, "ARBITRO_KEY": "our-table"})


def test_names_need_a_key() -> None:
    with pytest.raises(BadSetting, match="set a key in ARBITRO_KEY"):
        settings({"ARBITRO_HOSTS": "rules.example.org"})
