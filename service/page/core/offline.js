// @ts-check
/** The page without its service: a worker keeps its files, and what was opened. */

/** Starts the worker, where there can be any: none for a page that came over plain http from another machine. */
export function keepForOffline() {
  navigator.serviceWorker?.register("/worker.js").catch(() => {});  // without it the page does all else
}
