/**
 * No stylesheet is loaded in these tests, yet jsdom lays its own over an element at each question about its style, and
 * a query by role asks for every element: half of the time went there. What a tag has by itself is worked out once;
 * only what an element says in its own attributes is looked up each time.
 */
const worked = window.getComputedStyle.bind(window);
const usual = new Map<string, CSSStyleDeclaration>();
const INHERITED = new Set(["visibility", "pointer-events", "direction", "color", "--gutter"]);

window.getComputedStyle = (element: Element) => {
  const base = usualOf(element);
  return new Proxy(base, {
    get(_, name) {
      if (name === "getPropertyValue") return (property: string) => computed(element, base, property);
      const value = Reflect.get(base, name, base);
      if (typeof value === "function") return value.bind(base);
      return typeof name === "string" && typeof value === "string"
        ? computed(element, base, dashed(name))
        : value;
    },
  });
};

function usualOf(element: Element): CSSStyleDeclaration {
  const known = usual.get(element.tagName);
  if (known) return known;
  const style = worked(document.createElementNS(element.namespaceURI, element.localName));
  usual.set(element.tagName, style);
  return style;
}

function computed(element: Element, base: CSSStyleDeclaration, property: string): string {
  if (property === "display" && isHidden(element)) return "none";
  for (let at: Element | null = element; at; at = at.parentElement) {
    const own = at instanceof HTMLElement && at.style.getPropertyValue(property);
    if (own) return own;
    if (!INHERITED.has(property)) break;
  }
  return base.getPropertyValue(property);
}

/** What the browser's own stylesheet does not show. */
function isHidden(element: Element): boolean {
  return (
    element.hasAttribute("hidden") ||
    (element.tagName === "DIALOG" && !element.hasAttribute("open")) ||
    (element.tagName === "INPUT" && element.getAttribute("type") === "hidden")
  );
}

function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
