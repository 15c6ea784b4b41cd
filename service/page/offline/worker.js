// @ts-check
/**
 * What the page needs where the service cannot be reached: its own files, and what was opened of the rules, the words
 * and the positions. Where it can be reached, it is asked each time.
 *
 * The service puts a line before this text that says which files there are, and a digest of them: with other files it
 * is another worker, with a store of its own, and the older stores go.
 */

const { digest, files } = SHELL;
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

const STORE = `arbitro ${digest}`;
const KEPT = /^\/v1\/(games|rules|procedures)(\/|$)/;
const SECONDS_TO_ANSWER = 5;

/** Whether it was opened, and not part of the page itself. @param {URL} url */
const isKept = ({ pathname }) => KEPT.test(pathname);

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(answer(request, "/"));
  else if (files.includes(url.pathname)) event.respondWith(answer(request, url.pathname));
  else if (isKept(url)) event.respondWith(answer(request, request.url, event));
});

/** Stores the page's files, all or none, and again what was opened under an older version. */
async function install() {
  const store = await caches.open(STORE);
  await store.addAll(files.map((file) => new Request(file, { cache: "no-cache" })));
  const older = await Promise.all((await storeNames()).map(async (name) => (await caches.open(name)).keys()));
  const opened = new Set(older.flat().map(({ url }) => url).filter((url) => isKept(new URL(url))));
  await Promise.allSettled([...opened].map((url) => store.add(url)));
  await worker.skipWaiting();
}

async function takeOver() {
  await Promise.all((await storeNames()).filter((name) => name !== STORE).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

const storeNames = async () => (await caches.keys()).filter((name) => name.startsWith("arbitro "));

/**
 * The service's answer; where there is none in time, what is in the store.
 *
 * @param {Request} request @param {string} stored its address there @param {ExtendableEvent} [opening] where the answer is to be kept
 * @returns {Promise<Response>}
 */
async function answer(request, stored, opening) {
  const store = await caches.open(STORE);
  const known = await store.match(stored, { ignoreVary: true });
  try {
    const came = await (known ? Promise.race([fetch(request), late()]) : fetch(request));
    if (came.ok && opening) opening.waitUntil(store.put(stored, came.clone()));
    return known && came.status >= 500 ? known : came;
  } catch (error) {
    if (known) return known;
    throw error;
  }
}

/** @returns {Promise<never>} */
const late = () => new Promise((_, fail) => { setTimeout(fail, 1000 * SECONDS_TO_ANSWER); });
