import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyField, historyKeymap, toggleComment } from "@codemirror/commands";
import { PostgreSQL, type SQLNamespace, sql } from "@codemirror/lang-sql";
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension, Prec, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
  rectangularSelection,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { errorExtent, type Marks } from "./editorText";
import { EDITOR } from "./words";

/** Functions that the editor calls. */
export interface Hooks {
  onChange(read: () => string): void;
  onRun(): void;
  onRunAll(): void;
  onLeave(): void;
}

/** Replaces what is marked. */
export const setMarks = StateEffect.define<Marks | undefined>();

const CURRENT = Decoration.mark({ class: "cm-currentStatement" });
const ERROR = Decoration.mark({ class: "cm-errorPlace" });

const marksField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setMarks)) next = decorationsOf(effect.value, transaction.newDoc.toString());
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Places of another text would mark something else. */
function decorationsOf(marks: Marks | undefined, text: string): DecorationSet {
  if (!marks || marks.text !== text) return Decoration.none;
  const ranges = [];
  if (marks.current && marks.current.end > marks.current.start) {
    ranges.push(CURRENT.range(marks.current.start, Math.min(text.length, marks.current.end)));
  }
  if (marks.error !== undefined) {
    const { start, end } = errorExtent(text, marks.error);
    if (end > start) ranges.push(ERROR.range(start, end));
  }
  return Decoration.set(ranges, true);
}

const HIGHLIGHT = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--accent)", fontWeight: "500" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--ok)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--progress)" },
  { tag: [tags.typeName, tags.standard(tags.name)], color: "var(--warning)" },
  { tag: [tags.lineComment, tags.blockComment], color: "var(--ink-3)", fontStyle: "italic" },
]);

const THEME = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--ground)", fontSize: "12.5px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "20px", overflow: "auto" },
  ".cm-content": { padding: "8px 0", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 12px 0 8px" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--ink)" },
  ".cm-placeholder": { color: "var(--ink-3)" },
  ".cm-gutters": {
    color: "var(--ink-3)",
    backgroundColor: "var(--ground)",
    border: "none",
    paddingLeft: "12px",
  },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLineGutter": { color: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "var(--accent-soft)",
  },
  ".cm-selectionMatch": { backgroundColor: "var(--line-soft)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--pressed)" },
  ".cm-currentStatement": { backgroundColor: "var(--hover)" },
  ".cm-errorPlace": {
    textDecorationLine: "underline",
    textDecorationStyle: "wavy",
    textDecorationColor: "var(--danger)",
    textDecorationSkipInk: "none",
    textUnderlineOffset: "3px",
  },
  ".cm-tooltip": {
    color: "var(--ink)",
    backgroundColor: "var(--raised)",
    border: "var(--hairline)",
    borderRadius: "var(--radius)",
    boxShadow: "var(--shadow-overlay)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", fontSize: "12px", padding: "4px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {
    borderRadius: "var(--radius-small)",
    padding: "2px 6px",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    color: "var(--accent-ink)",
    backgroundColor: "var(--accent)",
  },
  ".cm-completionDetail": { color: "inherit", fontStyle: "normal", opacity: "0.8" },
  ".cm-panels": { color: "var(--ink)", backgroundColor: "var(--sunken)", borderColor: "var(--line)" },
  ".cm-textfield": {
    color: "var(--ink)",
    backgroundColor: "var(--ground)",
    border: "var(--hairline)",
    borderColor: "var(--line-control)",
    borderRadius: "var(--radius-small)",
  },
  ".cm-button": {
    color: "var(--ink)",
    backgroundImage: "none",
    backgroundColor: "var(--ground)",
    border: "var(--hairline)",
    borderColor: "var(--line-control)",
    borderRadius: "var(--radius-small)",
  },
});

/** Names of the database for the completion; replaced when they were read. */
const catalog = new Compartment();

const language = (schema: SQLNamespace) =>
  sql({ dialect: PostgreSQL, schema, defaultSchema: "public", upperCaseKeywords: true });

/** Offers these schemas, tables and columns. */
export const setCatalog = (schema: SQLNamespace) => catalog.reconfigure(language(schema));

/** Makes the state of an editor, with what was undone and can be redone where `json` has that. */
export function editorState(text: string, json: unknown, hooks: () => Hooks): EditorState {
  const config = { extensions: extensions(hooks) };
  return json === undefined
    ? EditorState.create({ ...config, doc: text })
    : EditorState.fromJSON(json, config, KEPT);
}

/** Returns the state of an editor as it is kept while another tab is shown. */
export const keptState = (state: EditorState): unknown => state.toJSON(KEPT);

const KEPT = { history: historyField };

function extensions(hooks: () => Hooks): Extension {
  const run = (start: (hooks: Hooks) => void) => () => {
    start(hooks());
    return true;
  };
  return [
    EditorView.cspNonce.of(document.querySelector("style")?.nonce ?? ""),
    EditorView.contentAttributes.of({ "aria-label": EDITOR.label, spellcheck: "false" }),
    Prec.highest(
      keymap.of([
        { key: "Mod-Enter", run: run((it) => it.onRun()) },
        { key: "Shift-Mod-Enter", run: run((it) => it.onRunAll()) },
        { key: "Tab", run: acceptCompletion },
      ]),
    ),
    lineNumbers(),
    history(),
    drawSelection(),
    EditorState.allowMultipleSelections.of(true),
    rectangularSelection(),
    highlightSpecialChars(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    autocompletion({ icons: false }),
    search({ top: true }),
    placeholder(EDITOR.placeholder),
    syntaxHighlighting(HIGHLIGHT),
    THEME,
    marksField,
    catalog.of(language({})),
    keymap.of([
      { key: "Mod-/", run: toggleComment },
      ...closeBracketsKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...completionKeymap,
      ...defaultKeymap,
    ]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) hooks().onChange(() => update.state.doc.toString());
      if (update.focusChanged && !update.view.hasFocus) hooks().onLeave();
    }),
  ];
}
