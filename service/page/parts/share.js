// @ts-check
/**
 * The sheet that shares a ruling: its link to copy or to send, a QR code of it, and the slip as a picture.
 *
 * @typedef {import("../core/card.js").Card} Card
 */

import { drawCard } from "../core/card.js";
import { wording } from "../core/wording.js";
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";

const say = wording({
  share: { it: "Condividi", en: "Share" },
  link: { it: "Collegamento", en: "Link" },
  copy: { it: "Copia il collegamento", en: "Copy the link" },
  copied: { it: "Copiato", en: "Copied" },
  byHand: { it: "Non si può copiare da qui: il collegamento è selezionato, copialo a mano.", en: "It cannot be copied from here: the link is selected, copy it by hand." },
  send: { it: "Invia…", en: "Send…" },
  qr: { it: "Codice QR del collegamento", en: "QR code of the link" },
  scan: { it: "Inquadralo con un altro telefono.", en: "Scan it with another phone." },
  alone: {
    it: "Si apre solo su questa macchina. Perché lo apra chi è al tavolo: arbitro serve --table.",
    en: "It opens on this machine only. For the others at the table: arbitro serve --table.",
  },
  long: { it: "Il collegamento è troppo lungo per un codice QR.", en: "The link is too long for a QR code." },
  picture: { it: "Immagine", en: "Picture" },
  pictured: { it: "La decisione come immagine: {word} {why}", en: "The ruling as a picture: {word} {why}" },
  save: { it: "Salva l’immagine", en: "Save the picture" },
  sendPicture: { it: "Invia l’immagine…", en: "Send the picture…" },
  close: { it: "Chiudi", en: "Close" },
});

/** @type {HTMLDialogElement | undefined} */
let sheet;

/** Opens the sheet. @param {Omit<Card, "address"> & { address: string }} ruling its address within the page */
export async function share(ruling) {
  const card = { ...ruling, address: new URL(ruling.address, location.href).href };
  if (!sheet) {
    sheet = document.createElement("dialog");
    sheet.className = "sheet";
    sheet.setAttribute("aria-labelledby", "sheet-title");
    document.body.append(sheet);
  }
  const dialog = sheet;
  let note = "";
  let hasCode = true;
  /** @type {{ file: File, url: string } | undefined} */
  let picture;
  const draw = () => render(contents(), dialog);
  dialog.onclose = () => { if (picture) URL.revokeObjectURL(picture.url); picture = undefined; };
  draw();
  dialog.showModal();
  const blob = await drawCard(card);
  if (!dialog.open || !blob) return;
  picture = { file: new File([blob], "arbitro.png", { type: "image/png" }), url: URL.createObjectURL(blob) };
  draw();

  function contents() {
    return html`
      <div class="row"><h2 id="sheet-title">${say("share")}</h2>
        <button type="button" class="quiet" @click=${() => dialog.close()}>${say("close")}</button></div>
      <label class="stack"><span class="unseen">${say("link")}</span>
        <input id="link" type="text" readonly .value=${card.address} @focus=${(/** @type {any} */ event) => event.target.select()}></label>
      <div class="row">
        <button type="button" class="strong" id="copy" @click=${copy}>${say("copy")}</button>
        ${"share" in navigator ? html`<button type="button" @click=${() => send({ url: card.address })}>${say("send")}</button>` : nothing}
        <span role="status">${note}</span>
      </div>
      ${hasCode ? html`
        <figure class="code"><img src="/v1/qr?${new URLSearchParams({ text: card.address })}" alt=${say("qr")} width="240" height="240"
          @error=${() => { hasCode = false; draw(); }}><figcaption class="faint">${say(isAlone() ? "alone" : "scan")}</figcaption></figure>`
        : html`<p class="faint">${say("long")}</p>`}
      ${picture ? html`
        <figure class="stack"><img class="picture" src=${picture.url} alt=${say("pictured", { word: card.word, why: card.why })}>
          <div class="row">
            <a class="button" href=${picture.url} download="arbitro.png">${say("save")}</a>
            ${canSend(picture.file) ? html`<button type="button" @click=${() => picture && send({ files: [picture.file] })}>${say("sendPicture")}</button>` : nothing}
          </div></figure>` : nothing}`;
  }

  async function copy() {
    const link = /** @type {HTMLInputElement} */ (dialog.querySelector("#link"));
    try {
      await navigator.clipboard.writeText(card.address);
      note = say("copied");
    } catch {  // no clipboard where the page did not come over a secure line
      link.select();
      note = document.execCommand("copy") ? say("copied") : say("byHand");
    }
    draw();
  }

  /** @param {ShareData} what */
  async function send(what) {
    await navigator.share({ title: card.question, ...what }).catch(() => {});  // whoever was asked thought better of it
  }
}

/** Whether the page came from an address that every machine has for itself. */
const isAlone = () => /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

/** @param {File} file */
const canSend = (file) => "canShare" in navigator && navigator.canShare({ files: [file] });
