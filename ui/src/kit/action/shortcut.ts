/** A key with its modifiers, as in "Mod+Shift+K"; Mod is ⌘ on a Mac and Ctrl elsewhere. */
export interface Chord {
  key: string;
  mod: boolean;
  shift: boolean;
  alt: boolean;
}

export const onMac = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? "");

/** Reads "Mod+K" as one chord and "G T" as two, one pressed after the other. */
export function parseShortcut(shortcut: string): Chord[] {
  return shortcut.split(" ").map((part) => {
    const keys = part === "+" ? ["+"] : part.split("+");
    return {
      key: (keys.at(-1) ?? "").toLowerCase(),
      mod: keys.includes("Mod"),
      shift: keys.includes("Shift"),
      alt: keys.includes("Alt"),
    };
  });
}

type KeyPress = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

export function matchesChord(event: KeyPress, chord: Chord, mac = onMac): boolean {
  const mod = mac ? event.metaKey : event.ctrlKey;
  const otherMod = mac ? event.ctrlKey : event.metaKey;
  // A sign such as "?" is typed with Shift on many keyboards and without on others: the sign itself decides.
  const isSign = chord.key.length === 1 && !/[a-z0-9]/.test(chord.key);
  return (
    keyOf(event) === chord.key &&
    mod === chord.mod &&
    !otherMod &&
    event.altKey === chord.alt &&
    (isSign || event.shiftKey === chord.shift)
  );
}

/**
 * The key that was pressed. Where the layout has other letters than Latin ones, the key that has the letter on most keyboards
 * stands for it, as everywhere on such a desktop: Ctrl and the key of К, where K is.
 */
function keyOf({ key, code }: KeyPress): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  const isForeign =
    key.length > 0 && !/^[\x20-\x7e]+$/.test(key) && /^\p{L}$/u.test(key) && !/^\p{Script=Latin}$/u.test(key);
  return (letter && isForeign ? letter : key).toLowerCase();
}

/** True for keys of which one types a letter or a sign by itself: what a person who dictates may press unmeant. */
export function isTyped(shortcut: string): boolean {
  return parseShortcut(shortcut).some(({ key, mod, alt }) => key.length === 1 && !mod && !alt);
}

const SIGNS: Record<string, string> = {
  arrowup: "↑",
  arrowdown: "↓",
  arrowleft: "←",
  arrowright: "→",
  enter: "↵",
  escape: "Esc",
  backspace: "⌫",
  delete: "Del",
  space: "Space",
};

/** The keys as people see them on their keyboard, one entry a key. */
export function shortcutKeys(shortcut: string, mac = onMac): string[] {
  return parseShortcut(shortcut).flatMap((chord) => {
    const key = SIGNS[chord.key] ?? (chord.key.length === 1 ? chord.key.toUpperCase() : chord.key);
    const shown = key.charAt(0).toUpperCase() + key.slice(1);
    return [
      ...(chord.mod ? [mac ? "⌘" : "Ctrl"] : []),
      ...(chord.alt ? [mac ? "⌥" : "Alt"] : []),
      ...(chord.shift ? [mac ? "⇧" : "Shift"] : []),
      shown,
    ];
  });
}

/** For aria-keyshortcuts: "Control+K". A sequence of two has no spelling there. */
export function ariaShortcut(shortcut: string | undefined, mac = onMac): string | undefined {
  if (!shortcut || shortcut.includes(" ")) return undefined;
  return shortcut.replace("Mod", mac ? "Meta" : "Control");
}
