import { counted } from "@/data/format";
import { Instant } from "@/features/base/Instant";
import type { DiskPartView, HistoryView, RunningView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { cx } from "@/kit/cx";
import { ByteSize } from "@/kit/data/ByteSize";
import { formatBytes } from "@/kit/data/bytes";
import { Facts } from "@/kit/data/Facts";
import { Meter } from "@/kit/data/Meter";
import { Card } from "@/kit/layout/Card";
import { openDialog } from "@/kit/overlay/dialogs";
import styles from "./Sandbox.module.css";
import { DISK, DISK_KINDS, PURGE } from "./words";

/** What the sandbox takes of the disk, with what takes it; beyond its limit nothing new is made. */
export function DiskCard({ running }: { running: RunningView }) {
  const { usedBytes, maxBytes, clones, parts } = running.disk;
  if (usedBytes === null) {
    return (
      <Card title={DISK.title}>
        <p className={styles.quiet}>{DISK.measuring}</p>
      </Card>
    );
  }
  const used = formatBytes(usedBytes);
  const text = maxBytes === null ? used : DISK.usage(used, formatBytes(maxBytes));
  return (
    <Card title={DISK.title}>
      <p data-testid="sandbox-disk">
        {text}
        <span className={styles.quiet}> {DISK.used}</span>
      </p>
      {maxBytes !== null && (
        <Meter
          label={DISK.meter}
          value={usedBytes}
          max={maxBytes}
          text={text}
          tone={tone(usedBytes / maxBytes)}
          className={styles.disk}
        />
      )}
      <div className={styles.parts}>
        <Facts
          facts={parts.map((part) => ({
            term: DISK_KINDS[part.kind].term,
            detail: <Part part={part} clockOffset={running.clockOffsetMs} />,
          }))}
        />
      </div>
      {clones !== null && (
        <p className={cx(styles.quiet, styles.limit)}>{clones ? DISK.clones : DISK.copies}</p>
      )}
      {maxBytes !== null && <p className={cx(styles.quiet, styles.limit)}>{DISK.limit}</p>}
      {parts.some(({ kind }) => kind === "deletedProjects" || kind === "deletedBranches") && <Recoverable />}
      <Histories histories={running.disk.histories} />
    </Card>
  );
}

/** The way to free what deleted projects and branches hold. */
function Recoverable() {
  return (
    <div className={cx(styles.stack, styles.limit)}>
      <p className={styles.quiet}>{DISK.recoverable}</p>
      <div>
        <Button size="small" onClick={() => openDialog({ dialog: "purgeDeleted" })}>
          {PURGE.open}
        </Button>
      </div>
    </div>
  );
}

/** What of that restore windows take, project by project. */
function Histories({ histories }: { histories: readonly HistoryView[] }) {
  if (histories.length === 0) return null;
  return (
    <section className={styles.histories} aria-label={DISK.histories}>
      <h3 className="ui-strong">{DISK.histories}</h3>
      <Facts
        facts={histories.map((each) => ({
          term: each.name,
          detail: (
            <>
              {DISK.usage(formatBytes(each.bytes), formatBytes(each.limitBytes))}
              {each.shortened.length > 0 && (
                <div className={styles.quiet}>{DISK.shortened(each.shortened)}</div>
              )}
            </>
          ),
        }))}
      />
    </section>
  );
}

function Part({ part, clockOffset }: { part: DiskPartView; clockOffset: number }) {
  const { one, many } = DISK_KINDS[part.kind];
  return (
    <>
      <ByteSize bytes={part.bytes} />
      <span className={styles.quiet}>
        {one !== undefined && ` · ${counted(part.count, one, many)}`}
        {part.until !== null && (
          <>
            {` · ${DISK.lastExpires} `}
            <Instant at={part.until} clock={{ ahead: clockOffset }} />
          </>
        )}
      </span>
    </>
  );
}

function tone(share: number) {
  if (share >= 1) {
    return "danger";
  }
  return share > 0.8 ? "warning" : "neutral";
}
