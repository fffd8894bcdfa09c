import { ByteSize } from "@/kit/data/ByteSize";
import { formatBytes } from "@/kit/data/bytes";
import { Meter } from "@/kit/data/Meter";
import styles from "./Overview.module.css";
import { toneOf } from "./usage";

interface LimitProps {
  label: string;
  /** Bytes. */
  used: number;
  /** Nothing where there is none, or none is known. */
  limit: number | null;
}

/** How much of a limit is used; near its end in words as well as in colour. */
export function Limit({ label, used, limit }: LimitProps) {
  if (!limit) return <ByteSize bytes={used} />;
  const share = used / limit;
  const tone = toneOf(share);
  return (
    <>
      <ByteSize bytes={used} /> of {formatBytes(limit)}
      {tone !== "accent" && (
        <span className={styles[tone]}> {tone === "danger" ? "· full" : "· nearly full"}</span>
      )}
      <Meter
        label={label}
        value={used}
        max={limit}
        text={`${formatBytes(used)} of ${formatBytes(limit)}`}
        tone={tone}
        className={styles.meter}
      />
    </>
  );
}
