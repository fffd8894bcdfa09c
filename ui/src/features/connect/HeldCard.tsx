import { useMemo } from "react";
import type { ConnectSource, HeldView } from "@/ipc/generated";
import styles from "./Connect.module.css";
import { ConnectionButtons } from "./ConnectionButtons";
import { ConnectTabs } from "./ConnectTabs";
import { isConnection } from "./groups";

/** One secret that was shown once: masked, to be revealed, copied, written or used while it is held. */
export function HeldCard({ held }: { held: HeldView }) {
  const source = useMemo((): ConnectSource => ({ kind: "held", id: held.id }), [held.id]);
  return (
    <section className={styles.held} aria-label={held.label}>
      <h3 className={styles.heldName}>{held.label}</h3>
      <ConnectTabs
        source={source}
        view={held.forms}
        label={isConnection(held.forms) ? `Connect to ${held.label}` : `Secret of ${held.label}`}
        actions={<ConnectionButtons source={source} name={held.label} view={held.forms} />}
      />
    </section>
  );
}
