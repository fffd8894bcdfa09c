// Shows what the window showed last, which the program wrote into the page, and runs the interface once that is on the
// screen. The interface removes it when it shows the same itself.
(() => {
  const view = document.getElementById("last-view");
  const begin = () => {
    const script = document.createElement("script");
    script.type = "module";
    script.crossOrigin = "";
    script.src = document.getElementById("interface").getAttribute("src");
    document.head.append(script);
  };
  const { width, height, density, theme } = view.dataset;
  // Laid out for another window, or left behind by a page that now shows something else.
  if (Number(width) !== innerWidth || Number(height) !== innerHeight || location.hash) {
    view.remove();
    begin();
    return;
  }
  const root = document.documentElement.dataset;
  if (density) root.density = density;
  if (theme) root.theme = theme;
  for (const part of view.querySelectorAll("[data-style]")) part.style.cssText = part.dataset.style;
  let isBegun = false;
  const drawn = () => {
    if (isBegun) return;
    isBegun = true;
    begin();
    // Whatever becomes of the interface, nobody looks at this for long.
    setTimeout(() => view.remove(), 3_000);
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
