import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { grouped, sentence } from "@/data/format";
import { useMutationSpec } from "@/data/mutation";
import { jobsQuery } from "@/data/queries";
import { MutationRefusal } from "@/features/base/Failure";
import { cancellingOf } from "@/features/base/jobs";
import type {
  PreviewDatabaseView,
  PreviewRestore,
  PreviewTableView,
  RestorePreviewView,
  TableCountView,
} from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { cx } from "@/kit/cx";
import { formatBytes } from "@/kit/data/bytes";
import { Notice } from "@/kit/state/Notice";
import { Spinner } from "@/kit/state/Spinner";
import { previewingOf } from "./mutations";
import { PREVIEW } from "./previewWords";
import styles from "./RestorePreview.module.css";
import type { BranchRef } from "./subjects";

interface RestorePreviewProps {
  of: BranchRef;
  /** What is chosen now; nothing while it cannot be restored to. */
  at: PreviewRestore | undefined;
}

/** On a click: which tables would have other rows after the restore that is chosen. */
export function RestorePreview({ of, at }: RestorePreviewProps) {
  const preview = useMutationSpec(previewingOf(of));
  const [seen, setSeen] = useState<{ at: string; view: RestorePreviewView }>();
  const chosen = JSON.stringify(at);
  const start = async () => {
    if (at === undefined) return;
    const view = await preview.start(at);
    if (view) setSeen({ at: chosen, view });
  };
  return (
    <section className={styles.preview} aria-label={PREVIEW.title}>
      <div className="ui-row-wrapping">
        <Button size="small" busy={preview.underWay} disabled={at === undefined} onClick={() => void start()}>
          {PREVIEW.start}
        </Button>
        {preview.underWay ? (
          <Running />
        ) : (
          <span className="ui-faint">{at === undefined ? PREVIEW.noPoint : PREVIEW.about}</span>
        )}
      </div>
      <MutationRefusal failure={preview.failure} title={PREVIEW.failed} />
      {seen &&
        !preview.underWay &&
        (seen.at === chosen ? <Result view={seen.view} /> : <p className="ui-faint">{PREVIEW.other}</p>)}
    </section>
  );
}

/** It takes as long as a branch takes to be made, and can be stopped. */
function Running() {
  const jobs = useQuery(jobsQuery);
  const job = jobs.data?.find(({ verb }) => verb === "previewRestore");
  const cancelling = useMutationSpec(cancellingOf(job?.id ?? ""));
  return (
    <span className={styles.running} role="status">
      <Spinner /> {PREVIEW.running}
      {job && (
        <Button size="small" busy={cancelling.underWay} onClick={() => void cancelling.start()}>
          {PREVIEW.stop}
        </Button>
      )}
    </span>
  );
}

function Result({ view }: { view: RestorePreviewView }) {
  return (
    <div ref={intoSight} className={styles.result} data-testid="restore-preview">
      {view.databases.map((database) => (
        <Database key={database.name} database={database} />
      ))}
      <p className="ui-faint">{PREVIEW.limits}</p>
    </div>
  );
}

/** It comes below the button, where a low window ends. */
const intoSight = (result: HTMLElement | null) => result?.scrollIntoView({ block: "nearest" });

function Database({ database }: { database: PreviewDatabaseView }) {
  const { name, isNow, isThen, tables, same, error } = database;
  const title = isThen ? (isNow ? name : PREVIEW.added(name)) : PREVIEW.dropped(name);
  if (error !== null) {
    return (
      <Notice tone="warning" title={title}>
        {PREVIEW.unread(sentence(error))}
      </Notice>
    );
  }
  const isCompared = isNow && isThen && same > 0;
  return (
    <div className="ui-stack-tight">
      <h3 className="ui-strong">{title}</h3>
      {tables.length === 0 && <p>{isCompared ? PREVIEW.none : PREVIEW.empty}</p>}
      {tables.length > 0 && <Tables tables={tables} label={title} />}
      {tables.length > 0 && same > 0 && <p className="ui-faint">{PREVIEW.same(same)}</p>}
    </div>
  );
}

function Tables({ tables, label }: { tables: readonly PreviewTableView[]; label: string }) {
  return (
    <table className={styles.tables} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{PREVIEW.table}</th>
          <th scope="col" className={styles.count}>
            {PREVIEW.now}
          </th>
          <th scope="col" className={styles.count}>
            {PREVIEW.after}
          </th>
          <th scope="col" className={styles.count}>
            {PREVIEW.change}
          </th>
        </tr>
      </thead>
      <tbody>
        {tables.map(({ schema, name, now, after }) => (
          <tr key={`${schema}.${name}`}>
            <th scope="row" className={styles.name}>
              {schema === "public" ? name : `${schema}.${name}`}
            </th>
            <Count of={now} />
            <Count of={after} />
            <Change now={now} after={after} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** How many rows a table gains or loses; losses are marked by colour as well as by their sign. */
function Change({ now, after }: Pick<PreviewTableView, "now" | "after">) {
  const [words, tone] = changeOf(now, after);
  return (
    <td className={cx(styles.count, styles.change)} data-tone={tone}>
      {words}
    </td>
  );
}

function changeOf(now: TableCountView | null, after: TableCountView | null): [string, "gain" | "loss"] {
  if (after === null) return [PREVIEW.lost, "loss"];
  if (now === null) return [PREVIEW.gained, "gain"];
  const more = after.rows - now.rows;
  const words = `${more < 0 ? "−" : "+"}${grouped(Math.abs(more))}`;
  return [now.isExact && after.isExact ? words : PREVIEW.roughly(words), more < 0 ? "loss" : "gain"];
}

function Count({ of }: { of: TableCountView | null }) {
  if (of === null) return <td className={styles.count}>{PREVIEW.absent}</td>;
  const rows = of.isExact ? grouped(of.rows) : PREVIEW.roughly(grouped(of.rows));
  return (
    <td className={styles.count}>
      {rows} <span className={styles.bytes}>· {formatBytes(of.bytes)}</span>
    </td>
  );
}
