import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { type Action, action, answersOn } from "@/kit/action/action";
import { isTakenByInputMethod, pressedKey } from "@/kit/action/pressedKey";
import { type Chord, isTyped, matchesChord, parseShortcut } from "@/kit/action/shortcut";
import { singleKeysAreOn } from "@/kit/action/singleKeys";
import { useActionSurroundings, useActions, usePerform, useSelection } from "@/kit/action/useActions";
import { deferred } from "@/kit/deferred";
import { HeaderTool } from "@/kit/layout/headerTool";
import { Toasts } from "@/kit/overlay/Toasts";
import { toast } from "@/kit/overlay/toasts";
import { useRouter } from "@/kit/route/useRouter";
import { Boundary } from "@/kit/state/Boundary";
import { focusNextList, listOnScreen } from "@/kit/table/entry";
import { useListKey } from "@/kit/table/listKey";
import { Frame } from "./Frame";
import { HELP, PALETTE } from "./paletteEntries";
import { SearchButton } from "./SearchButton";
import styles from "./Shell.module.css";
import { ACTIONS, PARTS } from "./words";

interface ShellProps {
  sidebar: ReactNode;
  strip: ReactNode;
  edge?: "danger" | undefined;
  /** The name of the screen that is shown. */
  screen: string;
  /** Without sidebar and strip: for what comes before there is anywhere to go. */
  bare?: boolean;
  children: ReactNode;
}

const CommandPalette = deferred(async () => (await import("./CommandPalette")).CommandPalette);
const ShortcutHelp = deferred(async () => (await import("./ShortcutHelp")).ShortcutHelp);

/** The frame with what lies over it: palette, shortcut help, toasts. */
export function Shell({ sidebar, strip, edge, screen, bare = false, children }: ShellProps) {
  // What was closed stays until something else is opened, for the time that it takes to fade.
  const [over, setOver] = useState<{ part: "palette" | "help"; open: boolean }>();
  const { registry } = useActionSurroundings();
  const router = useRouter();
  const own = useMemo(
    () =>
      shellActions({
        openPalette: () => setOver({ part: "palette", open: true }),
        openHelp: () => setOver({ part: "help", open: true }),
        back: router.back,
      }),
    [router],
  );
  useEffect(() => registry.register(own), [registry, own]);
  useShortcuts();
  useListKey();
  const close = () => setOver((last) => last && { ...last, open: false });
  return (
    <>
      {bare ? (
        <main id="main" className={styles.bare}>
          {children}
        </main>
      ) : (
        <Frame sidebar={sidebar} strip={strip} edge={edge} screen={screen}>
          <HeaderTool value={SEARCH}>{children}</HeaderTool>
        </Frame>
      )}
      {over && (
        <Boundary key={over.part} name={PARTS.dialog} onClose={close}>
          {over.part === "palette" ? (
            <CommandPalette open={over.open} onClose={close} />
          ) : (
            <ShortcutHelp open={over.open} onClose={close} />
          )}
        </Boundary>
      )}
      <Toasts />
    </>
  );
}

const SEARCH = <SearchButton />;

interface ShellActions {
  openPalette(): void;
  openHelp(): void;
  back(): void;
}

/** What the frame itself can do. */
export function shellActions({ openPalette, openHelp, back }: ShellActions): readonly Action[] {
  return [
    action({
      id: PALETTE,
      group: ACTIONS.group,
      title: ACTIONS.palette,
      icon: "search",
      shortcut: "Mod+K",
      keywords: "search find",
      run: openPalette,
    }),
    action({
      id: HELP,
      group: ACTIONS.group,
      title: ACTIONS.help,
      icon: "keyboard",
      shortcut: "?",
      keywords: "help keys",
      run: openHelp,
    }),
    action({
      id: "shell.back",
      group: ACTIONS.group,
      title: ACTIONS.back,
      icon: "arrowLeft",
      shortcut: "Alt+ArrowLeft",
      run: back,
    }),
  ];
}

const SEQUENCE_PAUSE = 1_000;

/**
 * Runs the action whose keys are pressed, anywhere in the window but in overlays and, without Mod, in text fields. One letter
 * alone about a row answers only while the keys are on a list, and letters and signs can be switched off altogether.
 */
function useShortcuts(): void {
  const actions = useActions();
  const selection = useSelection();
  const perform = usePerform();
  const router = useRouter();
  const latest = useRef({ actions, selection, perform });
  latest.current = { actions, selection, perform };

  useEffect(() => {
    let begun: { chord: Chord; at: number } | undefined;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTakenByInputMethod(event) || isModifier(pressedKey(event))) return;
      // The page is a window: what is typed and open in it is not to be lost by the keys that load a page again.
      if (RELOADING.some((chord) => matchesChord(event, chord))) event.preventDefault();
      if (inOverlay(event.target)) return;
      if (inText(event.target) && !event.ctrlKey && !event.metaKey) return;
      const now = latest.current;
      const first = begun && event.timeStamp - begun.at < SEQUENCE_PAUSE ? begun.chord : undefined;
      const { screen } = router.current();
      const offered = now.actions.filter(
        (action) => answersOn(action, screen) && canAnswer(action, event) && action.when(now.selection),
      );
      const hit = offered.find((action) => answers(action, first, event));
      begun = undefined;
      if (hit) {
        event.preventDefault();
        const why = hit.blocked(now.selection);
        if (why === undefined) {
          const before = router.current();
          now.perform(hit, now.selection);
          // The keys of a place, such as G P, lead to its list as well.
          if (first) focusList(before === router.current());
        }
        // A key that does nothing says why, as the menu would.
        else
          toast({ title: ACTIONS.unavailable(hit.title(now.selection).replace("…", "")), detail: `${why}.` });
        return;
      }
      const opener = offered.map(firstOfTwo).find((chord) => chord && matchesChord(event, chord));
      if (opener) begun = { chord: opener, at: event.timeStamp };
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [router]);
}

/** Gives the focus to the list of the place that was gone to, which may have been shown before. */
function focusList(isShown: boolean): void {
  if (isShown) listOnScreen(document.body)?.focus();
  else focusNextList();
}

/** The keys by which a browser loads its page again. */
const RELOADING = ["Mod+R", "Mod+Shift+R", "F5"].flatMap(parseShortcut);

function answers(action: Action, first: Chord | undefined, event: KeyboardEvent): boolean {
  if (first === undefined && othersOf(action).some((chord) => matchesChord(event, chord))) return true;
  const [one, two] = parseShortcut(action.shortcut ?? "");
  if (!one) return false;
  if (!two) return first === undefined && matchesChord(event, one);
  return first !== undefined && first.key === one.key && matchesChord(event, two);
}

const othersOf = ({ otherShortcuts }: Action) => otherShortcuts.flatMap(parseShortcut);

function firstOfTwo(action: Action): Chord | undefined {
  const [one, two] = parseShortcut(action.shortcut ?? "");
  return two ? one : undefined;
}

/** A letter that is pressed unmeant must find nothing to be about. */
function canAnswer(action: Action, event: KeyboardEvent): boolean {
  const { about, shortcut } = action;
  if (!shortcut) return false;
  if (othersOf(action).some((chord) => matchesChord(event, chord))) return true;
  if (!isTyped(shortcut)) return true;
  return singleKeysAreOn() && (about === undefined || shortcut.includes(" ") || inList(event.target));
}

function inList(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[role=grid], [role=treegrid]") !== null;
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
