import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { Failure, ReadFailure } from "@/features/base/Failure";
import type { ConnectSource, SqlPart } from "@/ipc/generated";
import { deferred } from "@/kit/deferred";
import { Icon } from "@/kit/icon/Icon";
import { Divided } from "@/kit/layout/Divided";
import { Notices } from "@/kit/layout/Notices";
import { Skeleton } from "@/kit/state/Skeleton";
import { type EditorHandle, marksOf } from "./editorText";
import { QueryTabs } from "./QueryTabs";
import { Results } from "./Results";
import { RunBar } from "./RunBar";
import styles from "./Sql.module.css";
import { type SqlSession, sessionOf } from "./session";
import { TransactionBar } from "./TransactionBar";
import { type TabText, tabTextOf } from "./tabs";
import { useCatalog } from "./useCatalog";
import type { useQueries } from "./useQueries";
import { BAR, EDITOR } from "./words";

interface SqlPaneProps {
  queries: ReturnType<typeof useQueries>;
  /** The database that statements run on; absent while none can be chosen. */
  source: ConnectSource | undefined;
  /** Only reading is allowed. */
  isLocked: boolean;
  /** The reason why no database can be chosen. */
  problem?: ReactNode;
  /** Selects for the database. */
  picks?: ReactNode;
}

const Editor = deferred(
  async () => (await import("./Editor")).Editor,
  <Skeleton label={EDITOR.loading} shape="card" count={1} />,
  false,
);

/** Queries in tabs: an editor above the results of its last run. */
export function SqlPane({ queries, source, isLocked, problem, picks }: SqlPaneProps) {
  const client = useQueryClient();
  const { active } = queries;
  const tabText = tabTextOf(client, active);
  return (
    <div className={styles.pane}>
      <QueryTabs queries={queries} source={source}>
        {picks}
      </QueryTabs>
      <Query
        key={active.id}
        tabText={tabText}
        session={sessionOf(active.id)}
        source={source}
        isLocked={isLocked}
        notices={
          <>
            <ReadFailure query={queries.list} title={EDITOR.unread} />
            {problem}
            {active.isMasked && <Remark icon="eyeOff">{EDITOR.masked}</Remark>}
            {isLocked && <Remark icon="lock">{BAR.locked}</Remark>}
          </>
        }
      />
    </div>
  );
}

function Remark({ icon, children }: { icon: "eyeOff" | "lock"; children: string }) {
  return (
    <p className={styles.remark}>
      <Icon name={icon} /> {children}
    </p>
  );
}

interface QueryProps extends Pick<SqlPaneProps, "source" | "isLocked"> {
  tabText: TabText;
  session: SqlSession;
  notices: ReactNode;
}

function Query({ tabText, session, source, isLocked, notices }: QueryProps) {
  const editor = useRef<EditorHandle>(null);
  const [isReadOnly, setReadOnly] = useState(false);
  const [isManual, setManual] = useState(false);
  const state = useSyncExternalStore(session.subscribe, session.current);
  const unsaved = useSyncExternalStore(tabText.subscribe, tabText.error);
  const catalog = useCatalog(source);
  const runMarks = useMemo(() => marksOf(state.run, state.text), [state.run, state.text]);
  const readsOnly = isReadOnly || isLocked;
  const options = { isReadOnly: readsOnly, isManual: isManual && !readsOnly };

  const start = (part: (chosen: SqlPart) => SqlPart) => {
    const current = editor.current?.current();
    if (!source || !current) return;
    void tabText.flush();
    void session
      .start({ source, text: current.text, part: part(current.part), options })
      .then(() => catalog.read(current.text));
  };
  const tryOut = () => {
    const current = editor.current?.current();
    if (!source || !current) return;
    const part: SqlPart = current.part.kind === "between" ? current.part : { kind: "all" };
    void tabText.flush();
    void session.tryOut({ source, text: current.text, part });
  };
  const run = () => start((part) => part);
  const runAll = () => start(() => ({ kind: "all" }));
  const end = (text: string) => {
    if (source) void session.start({ source, text, part: { kind: "all" }, options, isOwn: true });
  };
  const transaction = state.run?.transaction;
  return (
    <>
      <RunBar
        isBusy={session.isBusy}
        isReady={source !== undefined}
        isReadOnly={readsOnly}
        isLocked={isLocked}
        isManual={isManual}
        onRun={run}
        onRunAll={runAll}
        onTry={source?.kind === "temporary" ? undefined : tryOut}
        onStop={() => void session.stop()}
        onReadOnly={setReadOnly}
        onManual={setManual}
      />
      {transaction && (
        <TransactionBar
          transaction={transaction}
          isBusy={session.isBusy}
          onCommit={() => end("COMMIT")}
          onRollBack={() => end("ROLLBACK")}
        />
      )}
      <Notices>
        {notices}
        {unsaved && <Failure title={EDITOR.unsaved} error={unsaved} onRetry={() => void tabText.flush()} />}
      </Notices>
      <Divided
        name="plinth.sql.divided"
        label={EDITOR.height}
        upper={
          <Editor
            ref={editor}
            tabText={tabText}
            marks={runMarks}
            catalog={catalog.names}
            hooks={{
              onChange: (read) => tabText.change(read, source),
              onRun: run,
              onRunAll: runAll,
              onLeave: () => void tabText.flush(),
            }}
          />
        }
        lower={<Results session={session} state={state} onShow={(place) => editor.current?.moveTo(place)} />}
      />
    </>
  );
}
