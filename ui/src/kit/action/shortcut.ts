/** A key with its modifiers, as in "Mod+Shift+K"; Mod is ⌘ on a Mac and Ctrl elsewhere. */
export interface Chord {
  key: string;
  mod: boolean;
  shift: boolean;
  alt: boolean;
}

const onMac = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? "");

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
    (keyOf(event) === chord.key || (mod && digitOf(event) === chord.key)) &&
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
function keyOf(press: KeyPress): string {
  return (letterOf(press) ?? press.key).toLowerCase();
}

/** Some of its keys have several letters, a mark without a letter or, with Mod and Shift, a sign of no script at all. */
function letterOf({ key, code, ctrlKey, metaKey }: KeyPress): string | undefined {
  if (key === ARABIC_QUESTION_MARK) return "?";
  if (/\p{Script=Latin}/u.test(key)) return undefined;
  const isOfAnotherScript = /\P{Script=Common}/u.test(key);
  return isOfAnotherScript || ctrlKey || metaKey ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
}

const ARABIC_QUESTION_MARK = "\u061f";

/**
 * The digit of the key that was pressed, where the layout has something else there: "à" or "&" on a French keyboard, "٠" on an
 * Arabic one. Named keys of the number pad are no digits.
 */
export function digitOf({ key, code, shiftKey }: KeyPress): string | undefined {
  if (shiftKey || [...key].length !== 1) return undefined;
  return /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
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
