// @ts-check
/** The questions that were asked before, each folded to its ruling. */

import { wording } from "../core/wording.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { headOfEntry } from "./reply.js";
import { slip } from "./slip.js";

const say = wording({
  earlier: { it: "Domande precedenti", en: "Earlier questions" },
  back: { it: "Torna a questa", en: "Back to this one" },
  clear: { it: "Cancella tutte", en: "Clear them all" },
});

/** @typedef {import("../core/thread.js").Entry} Entry */

/** @param {Entry[]} entries @param {(entry: Entry) => void} back @param {() => void} clear */
export const earlierList = (entries, back, clear) => (entries.length ? html`
  <section class="stack" id="earlier">
    <div class="row apart"><h2>${say("earlier")}</h2><button type="button" class="quiet" @click=${clear}>${say("clear")}</button></div>
    ${entries.map((entry) => folded(entry, back))}
  </section>` : nothing);

/** @param {Entry} entry @param {(entry: Entry) => void} back */
function folded(entry, back) {
  const { kind, word, why, rest } = headOfEntry(entry);
  return html`
    <details class="card" lang=${entry.answer.language}>
      <summary><span>${entry.question}</span> <strong class="verdict" data-kind=${kind}>${word}</strong></summary>
      <div class="body">
        ${slip({ kind, word: "", why: (why ?? rest[0])?.text })}
        <button type="button" @click=${() => back(entry)}>${say("back")}</button>
      </div>
    </details>`;
}
