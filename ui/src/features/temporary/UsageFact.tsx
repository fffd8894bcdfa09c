import type { TemporaryView } from "@/ipc/generated";
import { ByteSize } from "@/kit/data/ByteSize";
import { formatBytes } from "@/kit/data/bytes";
import { Meter } from "@/kit/data/Meter";
import styles from "./Detail.module.css";

interface UsageFactProps {
  label: string;
  /** Bytes, where they are measured at all. */
  used: number | undefined;
  /** Bytes; nothing where the plan of the account decides. */
  limit: number | undefined;
  row: TemporaryView;
}

/** How much of a limit is used, and whether anybody measures it. */
export function UsageFact({ label, used, limit, row }: UsageFactProps) {
  if (limit === undefined || (row.state === "claimed" && row.placeKind !== "thisMachine")) {
    return "as the account’s plan says";
  }
  if (used === undefined) {
    return (
      <>
        limit {formatBytes(limit)} <span className={styles.aside}>· not measured here</span>
      </>
    );
  }
  const share = limit > 0 ? used / limit : 0;
  return (
    <>
      <ByteSize bytes={used} /> of {formatBytes(limit)} <span className={styles.aside}>· not enforced</span>
      <Meter
        label={label}
        value={used}
        max={limit}
        text={`${formatBytes(used)} of ${formatBytes(limit)}`}
        tone={share >= 1 ? "danger" : share >= 0.8 ? "warning" : "accent"}
        className={styles.meter}
      />
    </>
  );
}
