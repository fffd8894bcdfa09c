import { useEffect, useRef } from "react";
import type { Action } from "@/kit/action/action";
import { type Chord, matchesChord, parseShortcut } from "@/kit/action/shortcut";
import { useActions, usePerform, useSelection } from "@/kit/action/useActions";

const SEQUENCE_PAUSE = 1_000;

/** Runs the action whose keys are pressed, anywhere in the window but in overlays and, without Mod, in text fields. */
export function useShortcuts(): void {
  const actions = useActions();
  const selection = useSelection();
  const perform = usePerform();
  const latest = useRef({ actions, selection, perform });
  latest.current = { actions, selection, perform };

  useEffect(() => {
    let begun: { chord: Chord; at: number } | undefined;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isModifier(event.key) || inOverlay(event.target))
        return;
      if (inText(event.target) && !event.ctrlKey && !event.metaKey) return;
      const now = latest.current;
      const first = begun && event.timeStamp - begun.at < SEQUENCE_PAUSE ? begun.chord : undefined;
      const offered = now.actions.filter((action) => action.shortcut && action.when(now.selection));
      const hit = offered.find((action) => answers(action, first, event));
      begun = undefined;
      if (hit) {
        event.preventDefault();
        now.perform(hit, now.selection);
        return;
      }
      const opener = offered.map(firstOfTwo).find((chord) => chord && matchesChord(event, chord));
      if (opener) begun = { chord: opener, at: event.timeStamp };
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

function answers(action: Action, first: Chord | undefined, event: KeyboardEvent): boolean {
  const [one, two] = parseShortcut(action.shortcut ?? "");
  if (!one) return false;
  if (!two) return first === undefined && matchesChord(event, one);
  return first !== undefined && first.key === one.key && matchesChord(event, two);
}

function firstOfTwo(action: Action): Chord | undefined {
  const [one, two] = parseShortcut(action.shortcut ?? "");
  return two ? one : undefined;
}

function isModifier(key: string): boolean {
  return key === "Shift" || key === "Control" || key === "Alt" || key === "Meta";
}

function inText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest("input:not([type=checkbox], [type=radio]), textarea, [contenteditable=true]") !== null
  );
}

function inOverlay(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]") !== null
  );
}
