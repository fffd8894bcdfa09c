import { counted } from "@/data/format";
import { Instant } from "@/features/base/Instant";
import type { DiskKind, DiskPartView, RunningView } from "@/ipc/generated";
import { cx } from "@/kit/cx";
import { ByteSize } from "@/kit/data/ByteSize";
import { formatBytes } from "@/kit/data/bytes";
import { Facts } from "@/kit/data/Facts";
import { Meter } from "@/kit/data/Meter";
import { Card } from "@/kit/layout/Card";
import styles from "./Sandbox.module.css";

const KINDS: Record<DiskKind, { term: string; one?: string; many?: string }> = {
  projects: { term: "Projects", one: "project" },
  branches: { term: "Branches", one: "branch", many: "branches" },
  deleted: { term: "Deleted, recoverable", one: "database" },
  templates: { term: "Templates" },
  logs: { term: "Logs" },
  quarantine: { term: "Quarantine", one: "folder" },
  other: { term: "Other" },
};

/** What the sandbox takes of the disk, with what takes it; beyond its limit nothing new is made. */
export function DiskCard({ running }: { running: RunningView }) {
  const { usedBytes, maxBytes, parts } = running.disk;
  if (parts.length === 0) {
    return (
      <Card title="Disk">
        <p className={styles.quiet}>Measuring disk usage…</p>
      </Card>
    );
  }
  const used = formatBytes(usedBytes);
  const text = maxBytes === null ? used : `${used} of ${formatBytes(maxBytes)}`;
  return (
    <Card title="Disk">
      <p data-testid="sandbox-disk">
        {text}
        <span className={styles.quiet}> used</span>
      </p>
      {maxBytes !== null && (
        <Meter
          label="Disk used by the sandbox"
          value={usedBytes}
          max={maxBytes}
          text={text}
          tone={tone(usedBytes / maxBytes)}
          className={styles.disk}
        />
      )}
      <Facts
        facts={parts.map((part) => ({
          term: KINDS[part.kind].term,
          detail: <Part part={part} clockOffset={running.clockOffsetMs} />,
        }))}
      />
      {maxBytes !== null && (
        <p className={cx(styles.quiet, styles.limit)}>
          Above the limit, no projects, branches or temporary databases can be created. Existing ones keep
          running.
        </p>
      )}
    </Card>
  );
}

function Part({ part, clockOffset }: { part: DiskPartView; clockOffset: number }) {
  const { one, many } = KINDS[part.kind];
  return (
    <>
      <ByteSize bytes={part.bytes} />
      <span className={styles.quiet}>
        {one !== undefined && ` · ${counted(part.count, one, many)}`}
        {part.until !== null && (
          <>
            {" · last one expires "}
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
