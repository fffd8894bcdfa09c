import { describe, expect, test } from "vitest";
import { ariaShortcut, matchesChord, parseShortcut, shortcutKeys } from "./shortcut";

function press(key: string, held: Partial<Record<"ctrlKey" | "metaKey" | "shiftKey" | "altKey", true>> = {}) {
  return { key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held };
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
