// Shows what the window showed last, which the program wrote into the page, and runs the interface once that is on the
// screen. The interface removes it when it shows the same itself.
(() => {
  const begin = () => {
    const script = document.createElement("script");
    script.type = "module";
    script.crossOrigin = "";
    script.src = document.getElementById("interface").getAttribute("src");
    document.head.append(script);
  };
  const layout = JSON.parse(document.getElementById("last-view-layout").textContent);
  const fits =
    layout.width === innerWidth &&
    layout.height === innerHeight &&
    layout.remembered === JSON.stringify(Object.entries(localStorage).sort());
  // An address of its own has a page that was loaded again while it showed something else.
  if (!fits || location.hash) return begin();

  const root = document.documentElement.dataset;
  if (layout.density) root.density = layout.density;
  if (layout.theme) root.theme = layout.theme;
  const view = document.createElement("div");
  view.id = "last-view";
  view.inert = true;
  view.append(document.getElementById("last-view-elements").content);
  for (const part of view.querySelectorAll("[data-style]")) part.style.cssText = part.dataset.style;
  document.body.append(view);
  const remove = () => view.remove();
  addEventListener("resize", remove, { once: true });

  let isBegun = false;
  const drawn = () => {
    if (isBegun) return;
    isBegun = true;
    begin();
    // Whatever becomes of the interface, nobody looks at this for long.
    setTimeout(remove, 3_000);
  };
  // The second frame begins after the first was put on the screen.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      window.__TAURI_INTERNALS__.invoke("app_painted", { ready: false }).catch(() => {});
      drawn();
    }),
  );
  // A window that nobody sees draws nothing.
  setTimeout(drawn, 250);
})();
