// @ts-check
/** A field to write in: it shows what is told, but never wipes what somebody is writing. */

import { Directive, directive } from "../vendor/lit-html/directive.js";
import { noChange } from "../vendor/lit-html/lit-html.js";

class UnlessWriting extends Directive {
  /** @type {HTMLInputElement | undefined} */
  field;
  written = false;

  /** @param {{ element: HTMLInputElement }} part @param {[string]} told */
  update({ element }, [told]) {
    if (!this.field) this.watch(this.field = element);
    if (!this.written && element.value !== told) element.value = told;
    return noChange;
  }

  /** Writing ends before anybody else hears that it did: told by it, the page may be drawn anew at once. @param {HTMLInputElement} field */
  watch(field) {
    field.addEventListener("input", () => { this.written = true; }, { capture: true });
    for (const end of ["change", "blur"]) field.addEventListener(end, () => { this.written = false; }, { capture: true });
  }
}

/** For `.value=`: what is told. */
export const unlessWriting = /** @type {(told: string) => unknown} */ (directive(UnlessWriting));
