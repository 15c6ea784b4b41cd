// @ts-check
/** Whether questions are answered: what goes on before the first answer and behind the first ones, and who cannot be reached. */

import { getJson, pause } from "./api.js";
import { wording } from "./wording.js";

const say = wording({
  indexing: {
    it: "Preparo l’indice delle regole, una volta sola: {done} testi su {of}.",
    en: "Preparing the index of the rules, once: {done} texts of {of}.",
  },
  loading: { it: "Carico i modelli…", en: "Loading the models…" },
  installing: {
    it: "Compilo il modello di scrittura, intanto si può già chiedere: file {done} di {of}.",
    en: "Compiling the writing model; you can ask already: file {done} of {of}.",
  },
  away: {
    it: "Il servizio non si raggiunge. Quello che hai già aperto si legge; una risposta viene dal servizio.",
    en: "The service cannot be reached. What you have opened can be read; an answer needs the service.",
  },
  preparing: {
    it: "Compilo il modello di scrittura, intanto si può già chiedere.",
    en: "Compiling the writing model; you can ask already.",
  },
});

/** What a status of `/readyz` means for who waits; empty where nothing goes on. @param {any} status */
export function progress(status) {
  if (status.stage === "away") return status.says || say("away");
  if (status.stage === "indexing" || status.stage === "loading") return say(status.stage, status);
  if (status.llm?.state !== "installing") return "";
  return status.llm.of ? say("installing", status.llm) : say("preparing");
}

/** Tells what goes on, until nothing does. @param {(status: any) => void} hear */
export async function watchReadiness(hear) {
  for (;;) {
    const status = await getJson("/readyz").catch(({ status: code, message, problem }) =>
      (problem?.stage ? problem : { stage: "away", says: code ? message : "" }));
    hear(status);
    if (!progress(status)) return;
    await pause(2);
  }
}
