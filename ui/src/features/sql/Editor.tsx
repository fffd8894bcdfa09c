import type { SQLNamespace } from "@codemirror/lang-sql";
import { EditorView } from "@codemirror/view";
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from "react";
import { editorState, type Hooks, keptState, setCatalog, setMarks } from "./codemirror";
import { type EditorHandle, type Marks, partAt } from "./editorText";
import styles from "./Sql.module.css";
import type { TabText } from "./tabs";

interface EditorProps {
  /** The text when the editor opens. Another tab has an editor of its own. */
  tabText: TabText;
  marks: Marks | undefined;
  catalog: SQLNamespace | undefined;
  hooks: Hooks;
  ref: Ref<EditorHandle>;
}

/** The editor of a tab (CodeMirror). Its text is its own; changes are reported. */
export function Editor({ tabText, marks, catalog, hooks, ref }: EditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(hooks);
  useLayoutEffect(() => {
    latest.current = hooks;
  });

  useLayoutEffect(() => {
    const parent = place.current;
    if (!parent) return;
    const state = editorState(tabText.text, tabText.leftState, () => latest.current);
    const editor = new EditorView({ parent, state });
    view.current = editor;
    // Keys that move between tabs stay there.
    if (!document.activeElement?.matches(":focus-visible")) editor.focus();
    return () => {
      tabText.leftState = keptState(editor.state);
      tabText.settle();
      editor.destroy();
      view.current = null;
    };
  }, [tabText]);

  useEffect(() => view.current?.dispatch({ effects: setMarks.of(marks) }), [marks]);
  useEffect(() => {
    if (catalog) view.current?.dispatch({ effects: setCatalog(catalog) });
  }, [catalog]);

  useImperativeHandle(
    ref,
    () => ({
      focus: () => view.current?.focus(),
      moveTo(anchor) {
        const editor = view.current;
        if (!editor) return;
        const within = Math.min(anchor, editor.state.doc.length);
        editor.dispatch({ selection: { anchor: within }, scrollIntoView: true });
        editor.focus();
      },
      current() {
        const state = view.current?.state;
        if (!state) return { text: tabText.text, part: { kind: "all" } };
        return { text: state.doc.toString(), part: partAt(state.selection.main) };
      },
    }),
    [tabText],
  );
  return <div ref={place} className={styles.editor} data-passing="" />;
}
