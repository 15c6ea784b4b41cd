// @ts-check
/**
 * The service, as the page uses it. Its shapes are those of `/openapi.json`.
 *
 * @typedef {import("../types").Answer} Answer
 * @typedef {import("../types").GameCard} GameCard
 * @typedef {import("../types").Ruling} Ruling
 */

import { wording } from "./wording.js";

const say = wording({
  offline: {
    it: "Il servizio non risponde. Controlla che sia acceso e riprova: niente è perso.",
    en: "The service does not answer. Check that it is running and try again: nothing is lost.",
  },
  broken: { it: "La risposta si è interrotta. Riprova.", en: "The answer broke off. Try again." },
  late: { it: "La richiesta non è arrivata per intero: riprova.", en: "The request did not arrive whole: try again." },
  long: { it: "È troppo lungo: al massimo 2000 caratteri.", en: "That is too long: 2,000 characters at most." },
  unreadable: {
    it: "Questa domanda non si può leggere: scrivila con parole, in una frase.",
    en: "This question cannot be read: put it in words, in a sentence.",
  },
  failed: {
    it: "Il servizio non ci è riuscito: il suo registro dice perché.",
    en: "The service failed: its log says why.",
  },
  busy: {
    it: "Il servizio non può rispondere adesso: riprova tra qualche secondo.",
    en: "The service cannot answer just now: try again in a few seconds.",
  },
  often: {
    it: "Troppe richieste in poco tempo: aspetta un minuto e riprova.",
    en: "Too many requests in a short time: wait a minute and try again.",
  },
  key: {
    it: "Serve il collegamento con la chiave: chiedilo a chi ha avviato il servizio.",
    en: "You need the link with the key: ask whoever started the service.",
  },
});

const FAULTS = /** @type {const} */ ({
  401: "key", 408: "late", 413: "long", 422: "unreadable", 429: "often", 500: "failed", 503: "busy",
});

/** The service did not do what was asked. The message is for the reader; `problem` is what the service said. */
export class Refused extends Error {
  /** @param {number} status 0 where there was no answer @param {any} problem */
  constructor(status, problem = {}) {
    const fault = FAULTS[/** @type {keyof typeof FAULTS} */ (status)];
    super(status === 0 ? say("offline") : fault ? say(fault) : problem.detail || String(status));
    this.status = status;
    this.problem = problem;
  }
}

/** @param {string} path @param {RequestInit} [options] @returns {Promise<Response>} */
async function request(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (options?.signal?.aborted) throw error;
    throw new Refused(0);
  }
  if (!response.ok) throw new Refused(response.status, await response.json().catch(() => ({})));
  return response;
}

/** @param {string} path @returns {Promise<any>} */
export const getJson = async (path) => (await request(path)).json();

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] @returns {Promise<any>} */
export const postJson = async (path, body, signal) => (await post(path, body, "application/json", signal)).json();

/** @param {string} path @param {unknown} body @param {string} accept @param {AbortSignal} [signal] */
const post = (path, body, accept, signal) =>
  request(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: accept },
    body: JSON.stringify(body),
    signal,
  });

/** @type {Map<string, Promise<any>>} */
const fetched = new Map();

/** What does not change while the page is open is fetched once. @param {string} path @returns {Promise<any>} */
export function getOnce(path) {
  const known = fetched.get(path);
  if (known) return known;
  const coming = getJson(path);
  fetched.set(path, coming);
  coming.catch(() => fetched.delete(path));
  return coming;
}

/** @returns {Promise<GameCard[]>} */
export const games = () => getOnce("/v1/games");

/**
 * Rules on a state, whole or told in part.
 *
 * @param {string} procedure such as `vwars.riot`
 * @param {{ state: unknown, lang: string, edition?: string, readings?: Record<string, string>, flips?: boolean,
 *   wants?: string | null }} position `wants`: what is asked of the ruling, which then has an `answer`
 * @param {AbortSignal} [signal]
 * @returns {Promise<Ruling>}
 */
export const adjudicate = (procedure, position, signal) => postJson(`/v1/adjudicate/${procedure}`, position, signal);

/**
 * Asks a question, and tells of each event as it comes: `rules`, `ruling`, `sentence`, `answer`. While the service
 * is being set up the question waits, and `waiting` is told.
 *
 * @param {Record<string, unknown>} question
 * @param {(event: string, data: any) => void} hear
 * @param {AbortSignal} signal
 * @returns {Promise<Answer>}
 */
export async function ask(question, hear, signal) {
  for (;;) {
    try {
      const response = await post("/v1/ask", question, "text/event-stream", signal);
      return await listen(response, hear);
    } catch (error) {
      if (!(error instanceof Refused) || !["indexing", "loading"].includes(error.problem.stage)) throw error;
      hear("waiting", error.problem);
      await pause(2, signal);
    }
  }
}

/** @param {Response} response @param {(event: string, data: any) => void} hear @returns {Promise<Answer>} */
async function listen(response, hear) {
  const reader = /** @type {ReadableStream} */ (response.body).pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: "" }));
    if (done) throw new Error(say("broken"));
    text += value;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const lines = block.split("\n");
      const name = lines.find((line) => line.startsWith("event: "))?.slice(7);
      if (!name) continue;
      const data = JSON.parse(lines.filter((line) => line.startsWith("data: ")).map((line) => line.slice(6)).join("\n"));
      if (name === "error") throw new Refused(data.status, data);
      hear(name, data);
      if (name === "answer") return data;
    }
  }
}

/** @param {number} seconds @param {AbortSignal} [signal] @returns {Promise<void>} */
export const pause = (seconds, signal) =>
  new Promise((done, broken) => {
    const timer = setTimeout(done, 1000 * seconds);
    signal?.addEventListener("abort", () => { clearTimeout(timer); broken(signal.reason); }, { once: true });
  });
