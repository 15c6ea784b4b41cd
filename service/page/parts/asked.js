// @ts-check
/** The one fact that decides next, as a question: a button an answer, with what it would lead to. */

import { placesAlong } from "./form/schema.js";
import { namesAlong, oneFact } from "./form/form.js";
import { capital, wording } from "../core/wording.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { answersOf, isAskedAgain } from "./answers.js";
import { leadsOf } from "./leads.js";

const say = wording({
  done: { it: "Fatto", en: "Done" },
  next: { it: "La domanda che decide", en: "The question that decides" },
});

/**
 * @param {import("../types").HangsOn} asked
 * @param {import("./form/form.js").Form} form
 * @param {string[]} main what is asked for, among what comes of it
 * @param {object} doings
 * @param {(path: string, value: unknown, says?: string) => void} doings.take an answer; `says`: what it stands for, where it is one number of many
 * @param {(path: string, value: unknown) => void} doings.begin tells it bit by bit, as a number that is counted or a list
 * @param {() => void} [doings.done] that it is told, where it was begun
 */
export function askedBox({ field, question, branches = [] }, form, main, { take, begin, done }) {
  const along = placesAlong(form.schema, form.state, field);
  const node = along.at(-1)?.node;
  if (!node) return nothing;
  const lead = leadsOf(branches, main);
  const answers = branches.flatMap((branch) => answersOf(branch, node, form.words).map((answer) => ({ ...answer, branch })))
    .filter(({ isOneOfMany, branch }) => !isOneOfMany || !isAskedAgain(branch, field));
  const isWhole = answers.length > 0 && ["choice", "kinds", "object"].includes(node.kind);
  const within = namesAlong(form, field).slice(0, -1).join(" · ");
  return html`
    <fieldset class="asks" id="asked">
      <legend><span class="unseen">${say("next")}: </span>${within ? html`<span class="faint">${within}</span> ` : nothing}${question}</legend>
      ${isWhole ? nothing : oneFact({ ...form, place: "asked:", change: begin, marks: undefined }, field)}
      ${answers.length && !done ? html`
        <div class="options">${answers.map(({ says, value, isOneOfMany, branch }) => {
          const { kind, text } = lead(branch);
          return html`
            <button type="button" @click=${() => take(field, value, isOneOfMany ? says : undefined)}>
              <span>${capital(says)}</span> <span class="leads" data-kind=${kind}>→ ${text}</span></button>`;
        })}</div>` : nothing}
      ${done ? html`<div class="row"><button type="button" class="strong" @click=${done}>${say("done")}</button></div>` : nothing}
    </fieldset>`;
}
