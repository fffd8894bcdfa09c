import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { closeDialog, closeDialogAbove } from "@/kit/overlay/dialogs";
import { forgetOwnChange } from "@/kit/table/ownChanges";
import { resetBackend } from "./backend";
import { checkNotices, watchNotices } from "./endings/watched";
import "./style";

// Nothing here reaches a real backend. Said once for all, since the tests of a worker share what they import.
vi.mock("@/ipc/generated", () => import("./backend"));
vi.mock("@tauri-apps/api/core", () => import("./backend"));

// A wait ends with the fact it waits for; the limit only has to outlast a busy machine.
configure({ asyncUtilTimeout: 10_000 });

beforeEach(resetBackend);
beforeEach(watchNotices);

// The page is the same for all tests of a worker.
afterEach(() => {
  try {
    checkNotices();
  } finally {
    cleanUp();
  }
});

function cleanUp() {
  vi.useRealTimers();
  cleanup();
  forgetOwnChange();
  closeDialog();
  closeDialogAbove();
  localStorage.clear();
  window.history.replaceState(null, "", "/");
}

// A popup takes no pointer until the frame after the one it opens in. jsdom's frames come every 16 ms, whatever a test does
// meanwhile; these come before the next step of a test.
window.requestAnimationFrame = (callback) => Number(setTimeout(() => callback(performance.now()), 0));
window.cancelAnimationFrame = (frame) => clearTimeout(frame);

// jsdom has no layout; what the primitives ask of it is answered with "nothing moves".
class StillObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

globalThis.ResizeObserver ??= StillObserver;
Range.prototype.getClientRects ??= () => document.createElement("div").getClientRects();
Range.prototype.getBoundingClientRect ??= () => new DOMRect();
Element.prototype.scrollIntoView ??= () => {};
Element.prototype.getAnimations ??= () => [];
Element.prototype.setPointerCapture ??= () => {};
window.matchMedia ??= (query: string) => {
  const list = new EventTarget();
  return Object.assign(list, {
    matches: false,
    media: query,
    onchange: null,
    addListener() {},
    removeListener() {},
  });
};
