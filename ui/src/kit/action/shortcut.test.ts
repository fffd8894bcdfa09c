import { describe, expect, test } from "vitest";
import { ariaShortcut, matchesChord, parseShortcut, shortcutKeys } from "./shortcut";

function press(key: string, held: Partial<Record<"ctrlKey" | "metaKey" | "shiftKey" | "altKey", true>> = {}) {
  return { key, code: "", ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held };
}

describe("matching", () => {
  test.each([
    ["Mod+K", press("k", { ctrlKey: true }), false, true],
    ["Mod+K", press("k", { metaKey: true }), false, false],
    ["Mod+K", press("k", { metaKey: true }), true, true],
    ["Mod+K", press("k"), false, false],
    ["Mod+K", press("K", { ctrlKey: true, shiftKey: true }), false, false],
    ["?", press("?", { shiftKey: true }), false, true],
    ["/", press("/"), false, true],
    ["Delete", press("Delete"), false, true],
    ["Alt+ArrowLeft", press("ArrowLeft", { altKey: true }), false, true],
    ["N", press("n", { ctrlKey: true }), false, false],
  ])("%s against %o (mac %s)", (shortcut, event, mac, expected) => {
    const [chord] = parseShortcut(shortcut);
    expect(chord && matchesChord(event, chord, mac)).toBe(expected);
  });
});

test.each([
  ["S", "ы", "KeyS", true],
  ["Mod+K", "л", "KeyK", true],
  ["Mod+N", "ν", "KeyN", true],
  // A Latin layout that has its letters elsewhere is taken at its word.
  ["Q", "a", "KeyQ", false],
  ["Z", "y", "KeyZ", false],
  ["S", "ы", "KeyD", false],
])("%s is answered by the letter %s on the key %s: %s", (shortcut, key, code, expected) => {
  const [chord] = parseShortcut(shortcut);
  const event = { ...press(key, chord?.mod ? { ctrlKey: true } : {}), code };
  expect(chord && matchesChord(event, chord, false)).toBe(expected);
});

test("keys are shown as the keyboard has them", () => {
  expect(shortcutKeys("Mod+Shift+K", false)).toEqual(["Ctrl", "Shift", "K"]);
  expect(shortcutKeys("Mod+Shift+K", true)).toEqual(["⌘", "⇧", "K"]);
  expect(shortcutKeys("G T", false)).toEqual(["G", "T"]);
  expect(shortcutKeys("Alt+ArrowLeft", false)).toEqual(["Alt", "←"]);
});

test("screen readers get the spelling of aria-keyshortcuts", () => {
  expect(ariaShortcut("Mod+K", false)).toBe("Control+K");
  expect(ariaShortcut("G T", false)).toBeUndefined();
});
