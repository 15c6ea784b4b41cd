"""House rules on the page: beside the official answer, which stays what it is."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.page.conftest import PHONE
from tests.service.conftest import serving

RULE = """
game: vwars
rules:
- id: HOUSE-1
  overrides: [VW-6.4]
  allowed: true
  text: Known vampires walk in.
"""


def test_the_table_s_own_answer_stands_under_the_official_one(chromium: Browser, tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    file.write_text(RULE, encoding="utf-8")
    with serving(ARBITRO_LLM="none", ARBITRO_HOUSE_RULES=str(file)) as service:
        context = chromium.new_context(
            base_url=service.url, locale="en-GB", viewport={"width": PHONE[0], "height": PHONE[1]}
        )
        page = context.new_page()
        page.goto("/?q=can%20a%20public%20vampire%20enter%20an%20adjacent%20city%20under%20martial%20law")
        yours = page.locator("section", has=page.get_by_role("heading", name="At your table"))
        expect(yours).to_contain_text("official: no; yours: yes, HOUSE-1", timeout=30_000)
        expect(yours).to_contain_text("Known vampires walk in. [HOUSE-1]")
        context.close()
