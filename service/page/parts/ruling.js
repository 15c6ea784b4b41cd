// @ts-check
/** A ruling of an engine: its figures and its steps, each with its rule. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { cite } from "./rules.js";

/** @param {import("../types").Step[]} steps */
export const stepList = (steps) => (steps.length ? html`
  <ol class="steps">${steps.map((step) => html`
    <li class=${step.bars ? "bars" : nothing}><span>${step.says} ${cite(step.rule)}</span></li>`)}
  </ol>` : nothing);

/** What comes of it: labels and values; of several in one, each on a line. @param {import("../types").Figure[]} figures */
export const figureList = (figures) => (figures.length ? html`
  <dl class="figures">${figures.map(({ label, says }) => html`<dt>${label}</dt>
    <dd>${says.includes("; ") ? says.split("; ").map((one) => html`<span>${one}</span>`) : says}</dd>`)}</dl>` : nothing);

/** The figures that are not among the others. @param {import("../types").Figure[]} figures @param {import("../types").Figure[]} others */
export const differing = (figures, others) =>
  figures.filter(({ label, says }) => !others.some((other) => other.label === label && other.says === says));
