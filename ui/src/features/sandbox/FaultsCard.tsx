import { useState } from "react";
import { counted } from "@/data/format";
import { FAULTS } from "@/data/words";
import { useWork } from "@/data/work";
import { WorkRefusal } from "@/features/accounts/Failure";
import type { FaultKind, FaultView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Select } from "@/kit/control/Select";
import { Card } from "@/kit/layout/Card";
import { clearingFaults, orderingFault } from "./mutations";
import styles from "./Sandbox.module.css";

const OPTIONS = FAULTS.map(({ kind, word, detail }) => ({ value: kind, label: word, detail }));
const TIMES = ["1", "2", "3", "5", "10"].map((value) => ({
  value,
  label: value === "1" ? "Once" : `${value} times`,
}));

/** Faults that the next requests meet, to see what an app does then. */
export function FaultsCard({ faults }: { faults: readonly FaultView[] }) {
  const [kind, setKind] = useState<FaultKind>("rateLimited");
  const [times, setTimes] = useState("1");
  const order = useWork(orderingFault);
  const clear = useWork(clearingFaults);
  const failure = order.failure ?? clear.failure;
  return (
    <Card
      title="Faults"
      tools={
        faults.length > 0 && (
          <Button size="small" busy={clear.underWay} onClick={() => void clear.start()}>
            Clear all
          </Button>
        )
      }
    >
      <div className={styles.order}>
        <Select label="Fault" options={OPTIONS} value={kind} onChange={(next) => setKind(next)} />
        <Select label="How often" options={TIMES} value={times} onChange={(next) => setTimes(next)} />
        <Button busy={order.underWay} onClick={() => void order.start({ kind, times: Number(times) })}>
          Inject
        </Button>
      </div>
      {faults.length === 0 ? (
        <p className={styles.quiet}>No faults. Requests are answered normally.</p>
      ) : (
        <ul className={styles.faults} aria-label="Injected faults">
          {faults.map((fault) => (
            <li key={fault.id}>
              {FAULTS.find((each) => each.kind === fault.kind)?.word ?? fault.kind}
              <span className={styles.quiet}>
                {" "}
                · {fault.route === "any" ? "any request" : fault.route} · {counted(fault.times, "time")} left
              </span>
            </li>
          ))}
        </ul>
      )}
      <WorkRefusal failure={failure} title="Couldn’t inject the fault" dismissible />
    </Card>
  );
}
