const names = arguments[0];
const rules = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "00000000-0000-0000-0000-000000000000"],
  [/\b((?:ep|br|org)-)[a-z]+-[a-z]+-[0-9a-z]{6,10}\b/g, "$1quiet-hill-00000000"],
  [/\b[a-z]+-[a-z]+-(?=[a-z]*\d)[0-9a-z]{6,10}\b/g, "quiet-hill-00000000"],
  [/\b(?=[a-f]*\d)[0-9a-f]{8}\b/g, "00000000"],
  [/\/(?:dev\/shm|tmp)\/[^\s"'’]*/g, "/folder"],
  // A part of a path alone.
  [/plinth-desktop-\w+/g, "folder"],
  [/\b[0-9A-Za-z_-]{24,}\b/g, "xxxxxxxxxxxxxxxxxxxxxxxx"],
  [/just now/g, "0 min ago"],
  [/(?:\bunder )?\b\d+(?:[.,]\d+)? (?:ms|s|min|h|d|days?|weeks?)\b(?: \d+ (?:s|min|h)\b)?/g, "0 min"],
  [/\b\d+(?:[.,]\d+)? (?:B|bytes?|kB|MB|GB)\b/g, "0 MB"],
  [/(?:under )?\d+(?:[.,]\d+)? CU-h\b/g, "0 CU-h"],
  [/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/g, "Mon"],
  [/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g, "Jan"],
  [/\d+/g, "0"],
  // Whether anything was counted yet depends on when it was asked for.
  [/^0 (CU-h|min|MB) throughout\.$/, "0 $1"],
  [/^Peak: 0 (CU-h|min|MB) .*$/, "0 $1"],
  // Said where the highest value is not the latest one.
  [/^Latest: 0 (?:CU-h|min|MB)\.$/, ""],
  // What is measured is there sooner or later.
  [/^(?:–|0 MB|0 min(?: ago)?)$/, "0"],
];
const unnamed = (text) => names.reduce((left, name) => left.replaceAll(name, "quiet-hill"), text);
const blank = (text) => rules.reduce((left, [pattern, by]) => left.replace(pattern, by), unnamed(text));
const back = [];
const replace = (thing, property, text) => {
  const before = thing[property];
  if (text === before) return;
  thing[property] = text;
  back.push(() => {
    if (thing[property] === text) thing[property] = before;
  });
};
window.shownAgain?.();
// A name that is cut in its middle is there three times: its begin, its end, and whole for screen readers.
for (const whole of document.querySelectorAll("[aria-hidden] + [aria-hidden] + .visually-hidden")) {
  const end = whole.previousElementSibling.firstChild;
  const begin = whole.previousElementSibling.previousElementSibling.firstChild;
  if (begin?.nodeType !== Node.TEXT_NODE || end?.nodeType !== Node.TEXT_NODE) continue;
  const text = blank(whole.textContent);
  replace(begin, "data", text.slice(0, -6));
  replace(end, "data", text.slice(-6));
}
// A path stands there in pieces, between which it may be broken.
for (const path of document.querySelectorAll("code:has(> wbr)")) {
  const pieces = [...path.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
  const text = blank(path.textContent);
  for (const [index, piece] of pieces.entries()) replace(piece, "data", index === 0 ? text : "");
}
const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node = words.nextNode(); node; node = words.nextNode()) replace(node, "data", blank(node.data));
for (const field of document.querySelectorAll("input, textarea")) {
  // A date is empty for what is none, and shows today.
  const isDate = field.type === "datetime-local" && field.value !== "";
  replace(field, "value", isDate ? "2026-01-01T00:00:00" : blank(field.value));
}
// A column is as wide as the longest name or id in it.
for (const table of document.querySelectorAll("[style*='--tracks']")) {
  const before = table.style.getPropertyValue("--tracks");
  const after = before.replace(/minmax\([\d.]+px/g, "minmax(140px");
  table.style.setProperty("--tracks", after);
  back.push(() => {
    if (table.style.getPropertyValue("--tracks") === after) table.style.setProperty("--tracks", before);
  });
}
// How far something is scrolled depends on what was shown when it was, and in which size. A scroll bar comes and goes;
// nothing moves without it, as it lies over the content.
for (const each of document.querySelectorAll("body *")) {
  const { overflowX, overflowY } = getComputedStyle(each);
  if (!/auto|scroll/.test(overflowX + overflowY)) continue;
  const { scrollTop, scrollLeft } = each;
  replace(each.style, "overflow", "hidden");
  each.scrollTo({ top: 0, left: 0, behavior: "instant" });
  back.push(() => each.scrollTo({ top: scrollTop, left: scrollLeft, behavior: "instant" }));
}
const show = (element, block) => element?.scrollIntoView({ block, behavior: "instant" });
show(window.broughtToTop?.(), "start");
// What a dialog says of what was filled in stands below it, mostly.
const dialog = [...document.querySelectorAll("[role=dialog]:not([aria-modal=false]), [role=alertdialog]")].at(-1);
const said = "[aria-invalid=true], [role=alert], [role=status]:not(.visually-hidden)";
show([...(dialog?.querySelectorAll(said) ?? [])].find((each) => each.offsetHeight > 0), "center");
// Whether a button shows that it has the focus depends on what had it before, which a script may have taken away.
const still = new CSSStyleSheet();
still.replaceSync(`
  *, *::before, *::after { animation: none !important; transition: none !important; caret-color: transparent !important }
  :focus:not(input, textarea) { outline-color: transparent !important }
  section[aria-label="Activity"] > *, [role=dialog][aria-modal=false], [role=dialog][aria-modal=false] *,
  svg:not([aria-hidden]), svg[preserveAspectRatio=none], [role=meter] *, [role=progressbar] * { visibility: hidden !important }
  [data-testid=timeline] > div > :not(:first-child), [data-testid=timeline] > div > :first-child > :last-child {
    visibility: hidden !important;
  }
`);
// The list is the same object after a change: what was in it before has to be copied.
const sheets = [...document.adoptedStyleSheets];
document.adoptedStyleSheets = [...sheets, still];
back.push(() => {
  document.adoptedStyleSheets = sheets;
});
window.shownAgain = () => {
  for (const each of back) each();
};
