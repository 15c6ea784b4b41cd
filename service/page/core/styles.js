// @ts-check
/** Styles that only some screens need: they load with the screen, not with the page. */

/** @param {string} name of a sheet in `style/` @returns {Promise<void>} when it is in force, or cannot be had */
export function loadStyle(name) {
  const href = `/page/style/${name}.css`;
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((done) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    link.onload = link.onerror = () => done();
    document.head.append(link);
  });
}
