// @ts-check
/** Which screen an address shows. Links within the page change the address and load nothing anew. */

/**
 * @typedef {object} Place
 * @property {string} path
 * @property {URLSearchParams} query
 * @property {string} hash without its "#"
 */

/** @type {() => void} */
let arrived = () => {};

/** Where we are. @returns {Place} */
export const here = () => ({
  path: location.pathname,
  query: new URLSearchParams(location.search),
  hash: location.hash.slice(1),
});

/** Goes to another address of the page. @param {string} address */
export function go(address) {
  history.replaceState({ ...history.state, scrolled: scrollY }, "");
  history.pushState(null, "", address);
  arrived();
  scrollTo(0, 0);
}

/** Whoever comes back finds the screen where it was left. */
export const scrollBack = () => { if (history.state?.scrolled) scrollTo(0, history.state.scrolled); };

/** Puts another address in the place of this one, without going anywhere. @param {string} address */
export const rename = (address) => history.replaceState(history.state, "", address);

/** Takes the table's key out of the address, where a link brought it: the browser has it in a cookie by now. */
export function hideKey() {
  const { path, query } = here();
  if (!query.has("key")) return;
  query.delete("key");
  rename(`${path}${query.size ? `?${query}` : ""}${location.hash}`);
}

/** Calls back whenever the address has changed. @param {() => void} heard */
export function onArrival(heard) {
  arrived = heard;
  addEventListener("popstate", heard);
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a");
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (!link.hasAttribute("data-page")) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
