import { useEffect, useState } from "react";
import { Failure } from "@/features/base/Failure";
import type { SqlResultView, SqlRunView } from "@/ipc/generated";
import { Tabs } from "@/kit/control/Tabs";
import { Notices } from "@/kit/layout/Notices";
import { Spinner } from "@/kit/state/Spinner";
import { formatCalm } from "@/kit/time/elapsed";
import { SECOND, useNow } from "@/kit/time/useNow";
import { instantOf } from "@/time/clock";
import { ResultPart } from "./ResultPart";
import styles from "./Sql.module.css";
import { isBusy, type SessionState, type SqlSession } from "./session";
import { TrialReport } from "./TrialReport";
import { RESULTS, runWords, TRIAL } from "./words";

interface ResultsProps {
  session: SqlSession;
  state: SessionState;
  /** Moves the caret to a place in the editor. */
  onShow(place: number): void;
}

/** The results of the last run, each in a tab. */
export function Results({ session, state, onShow }: ResultsProps) {
  const { run, error, isStarting, text, trial } = state;
  return (
    <section aria-label={RESULTS.label} className={styles.results} data-passing="">
      <span role="status" className="visually-hidden">
        {run && runWords(run)}
      </span>
      {trial?.isRunning && <TrialProgress beganAt={trial.beganAt} />}
      {isBusy(state) && !trial && <Progress run={isStarting ? undefined : run} />}
      <Notices>
        {error && !isStarting && (
          <Failure title={RESULTS.notRun} error={error} onDismiss={() => session.dismiss()} />
        )}
        {run?.error && !isStarting && <Failure title={RESULTS.notRun} error={run.error} />}
      </Notices>
      {trial && !trial.isRunning && (
        <TrialReport report={trial.report} onShow={onShow} onClose={() => session.closeTrial()} />
      )}
      {run && !isStarting && !trial && (
        <Run key={run.id} session={session} run={run} onShow={text === undefined ? undefined : onShow} />
      )}
      {!run && !error && !isStarting && !trial && (
        <div className={styles.nothing}>
          <b>{RESULTS.empty}</b>
          <p>{RESULTS.emptyText}</p>
        </div>
      )}
    </section>
  );
}

function TrialProgress({ beganAt }: { beganAt: number }) {
  const now = useNow(SECOND);
  return (
    <p className={styles.progress}>
      <Spinner />
      <span data-live="">{TRIAL.running(formatCalm(Math.max(0, now - beganAt)))}</span>
    </p>
  );
}

/** The statement that runs, and for how long. */
function Progress({ run }: { run: SqlRunView | undefined }) {
  const now = useNow(SECOND);
  const isConnecting = run === undefined || run.state === "connecting";
  return (
    <p className={styles.progress}>
      <Spinner />
      <span data-live="">
        {isConnecting
          ? RESULTS.connecting
          : RESULTS.running(run.total, run.done, formatCalm(Math.max(0, now - instantOf(run.beganAt))))}
      </span>
    </p>
  );
}

interface RunProps {
  session: SqlSession;
  run: SqlRunView;
  onShow: ((place: number) => void) | undefined;
}

function Run({ session, run, onShow }: RunProps) {
  const [chosen, setChosen] = useState<number>();
  const { results } = run;
  const shown = results.find(({ number }) => number === chosen) ?? results.at(-1);
  // The last result is shown, unless another one was chosen; none is left behind by a run that goes on.
  useEffect(() => {
    if (run.state === "ended" && chosen === undefined && shown) setChosen(shown.number);
  }, [run.state, chosen, shown]);
  const part = (result: SqlResultView) => (
    <ResultPart
      key={result.number}
      result={result}
      rows={session.rowsOf(result.number)}
      isOpen={isOpen(run, result)}
      hasMore={isOpen(run, result) && run.state === "paused"}
      isReadOnly={run.isReadOnly}
      onShow={onShow}
    />
  );
  return (
    <>
      {results.length > 1 && shown && (
        <Tabs
          label={RESULTS.tabs}
          look="pane"
          value={String(shown.number)}
          onChange={(number) => setChosen(Number(number))}
          tabs={results.map((result) => ({
            value: String(result.number),
            label: result.error ? RESULTS.failedTab(result.number + 1) : RESULTS.tab(result.number + 1),
            panel: part(result),
          }))}
        />
      )}
      {results.length === 1 && shown && part(shown)}
      {results.length === 0 && run.state === "ended" && !run.error && (
        <p className={styles.progress}>{RESULTS.ended}</p>
      )}
      {run.unlisted > 0 && <p className={styles.progress}>{RESULTS.unlisted(run.unlisted)}</p>}
    </>
  );
}

/** True for a result of which more rows may follow. */
const isOpen = ({ state, results }: SqlRunView, result: SqlResultView): boolean =>
  state !== "ended" && result === results.at(-1) && result.tag === null && result.cut === null;
