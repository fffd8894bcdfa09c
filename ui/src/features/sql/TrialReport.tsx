import { type ReactNode, useMemo } from "react";
import { grouped, milliseconds } from "@/data/format";
import { readUnifiedDiff } from "@/features/branches/schema/unifiedDiff";
import type { SqlTrialLockView, SqlTrialTableView, SqlTrialView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Diff } from "@/kit/data/Diff";
import { NumberedText } from "@/kit/data/NumberedText";
import { Message } from "./Message";
import styles from "./TrialReport.module.css";
import { TRIAL } from "./words";

interface TrialReportProps {
  report: SqlTrialView;
  /** Moves the caret to a place in the editor. */
  onShow(place: number): void;
  onClose(): void;
}

/** The effects of a script that ran on a branch: rows, locks and schema. */
export function TrialReport({ report, onShow, onClose }: TrialReportProps) {
  const { statements, error, tables, locks, schemaDiff, switchedOff } = report;
  return (
    <section aria-label={TRIAL.label} className={styles.report}>
      <header className={styles.head}>
        <div className="ui-rest">
          <b data-live="">{TRIAL.title(report.branchName)}</b>
          <p data-live="">
            {TRIAL.summary(
              statements.length,
              milliseconds(report.milliseconds ?? 0),
              milliseconds(report.branchMilliseconds ?? 0),
            )}
          </p>
          <p className="ui-faint-small">{[...switchedOff, TRIAL.left].join(" ")}</p>
        </div>
        <Button size="small" onClick={onClose}>
          {TRIAL.close}
        </Button>
      </header>
      {error && (
        <>
          <b>{TRIAL.failed(statements.length + 1)}</b>
          <Message message={error} onShow={onShow} isError />
        </>
      )}
      <Part title={TRIAL.tables} none={tables.length === 0 && TRIAL.noTables}>
        <Table
          titles={[TRIAL.table, TRIAL.inserted, TRIAL.updated, TRIAL.deleted]}
          rows={tables.map((table) => [nameOf(table), table.inserted, table.updated, table.deleted])}
        />
      </Part>
      <Part title={TRIAL.locks} none={locks.length === 0 && TRIAL.noLocks}>
        <Table
          titles={[TRIAL.table, TRIAL.lock, TRIAL.held, TRIAL.statement]}
          rows={locks.map((lock) => [
            nameOf(lock),
            lock.mode,
            `${milliseconds(lock.milliseconds ?? 0)}${lock.isSampled ? ` (${TRIAL.sampled})` : ""}`,
            lock.statement + 1,
          ])}
        />
      </Part>
      <Part title={TRIAL.schema} none={schemaDiff === "" && TRIAL.noSchema}>
        <Schema diff={schemaDiff} />
      </Part>
    </section>
  );
}

const nameOf = ({ schema, name }: SqlTrialTableView | SqlTrialLockView): string => `${schema}.${name}`;

function Part({ title, none, children }: { title: string; none: string | false; children: ReactNode }) {
  return (
    <section aria-label={title} className={styles.part}>
      <b>{title}</b>
      {none ? <p>{none}</p> : children}
    </section>
  );
}

interface TableProps {
  titles: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
}

function Table({ titles, rows }: TableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {titles.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row[0]}>
            {row.map((cell, at) => (
              <td key={titles[at]} data-number={typeof cell === "number" || undefined}>
                {typeof cell === "number" ? grouped(cell) : cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Schema({ diff }: { diff: string }) {
  const read = useMemo(() => readUnifiedDiff(diff), [diff]);
  return read ? (
    <Diff label={TRIAL.diff} lines={read.lines} />
  ) : (
    <NumberedText label={TRIAL.diff} text={diff} />
  );
}
