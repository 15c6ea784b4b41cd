// @ts-check
/** The stylesheet of the boards: it is loaded with the first of them, and no board is drawn before it is there. */

export {};

await new Promise((loaded) => {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = "/page/style/boards.css";
  link.onload = link.onerror = loaded;
  document.head.append(link);
});
