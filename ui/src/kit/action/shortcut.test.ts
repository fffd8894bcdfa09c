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
  // Arabic has two letters on one key, and marks and signs with Shift.
  ["B", "\u0644\u0627", "KeyB", true],
  ["Mod+Shift+R", "\u064c", "KeyR", true],
  ["Mod+Shift+C", "}", "KeyC", true],
  ["?", "\u061f", "Slash", true],
  ["Mod+1", "\u0661", "Digit1", true],
  // Thai and Devanagari have marks where others have letters.
  ["Mod+N", "\u0e37", "KeyN", true],
  ["S", "\u0947", "KeyS", true],
  // French has its digits with Shift.
  ["Mod+1", "&", "Digit1", true],
  ["Mod+2", "é", "Digit2", true],
  ["Mod+1", "End", "Numpad1", false],
  ["Alt+ArrowLeft", "ArrowLeft", "ArrowLeft", true],
  // What is typed with AltGr is not a letter of the layout.
  ["E", "€", "KeyE", false],
  ["C", "}", "KeyC", false],
  // A Latin layout that has its letters elsewhere is taken at its word.
  ["Q", "a", "KeyQ", false],
  ["Z", "y", "KeyZ", false],
  ["Mod+O", "ö", "KeyO", false],
  ["S", "ы", "KeyD", false],
])("%s is answered by %s on the key %s: %s", (shortcut, key, code, expected) => {
  const [chord] = parseShortcut(shortcut);
  const held = {
    ...(chord?.mod && { ctrlKey: true as const }),
    ...(chord?.shift && { shiftKey: true as const }),
    ...(chord?.alt && { altKey: true as const }),
  };
  expect(chord && matchesChord({ ...press(key, held), code }, chord, false)).toBe(expected);
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
