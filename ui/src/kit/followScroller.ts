import { flushSync } from "react-dom";

/** Measures an element now, and again whenever it is scrolled or changes its size. Returns the end of it. */
export function followScroller(element: HTMLElement, measure: () => void): () => void {
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  // At once, or what comes into sight would be empty for one picture.
  const onScroll = () => flushSync(measure);
  element.addEventListener("scroll", onScroll, { passive: true });
  return () => {
    observer.disconnect();
    element.removeEventListener("scroll", onScroll);
  };
}
