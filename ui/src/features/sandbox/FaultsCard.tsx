import { useState } from "react";
import { useMutationSpec } from "@/data/mutation";
import { MutationRefusal } from "@/features/base/Failure";
import type { FaultKind, FaultTarget, FaultView } from "@/ipc/generated";
import { faultKinds } from "@/ipc/words";
import { Button } from "@/kit/control/Button";
import { Select } from "@/kit/control/Select";
import { Card } from "@/kit/layout/Card";
import { clearingFaults, orderingFault } from "./mutations";
import styles from "./Sandbox.module.css";
import { FAULT, FAULT_OPTIONS, faultLine, TARGET_OPTIONS, timesWord } from "./words";

const TIMES = ["1", "2", "3", "5", "10"].map((value) => ({
  value,
  label: timesWord(Number(value)),
}));

/** Faults that the next requests meet, to see what an app does then. */
export function FaultsCard({ faults }: { faults: readonly FaultView[] }) {
  const [kind, setKind] = useState<FaultKind>("rateLimited");
  // Creates: the next read of the window itself would use it up otherwise.
  const [target, setTarget] = useState<FaultTarget>("create");
  const [times, setTimes] = useState("1");
  const order = useMutationSpec(orderingFault);
  const clear = useMutationSpec(clearingFaults);
  return (
    <Card
      title={FAULT.title}
      tools={
        faults.length > 0 && (
          <Button size="small" busy={clear.underWay} onClick={() => void clear.start()}>
            {FAULT.clear}
          </Button>
        )
      }
    >
      <div className={styles.order}>
        <Select label={FAULT.kind} options={FAULT_OPTIONS} value={kind} onChange={(next) => setKind(next)} />
        <Select
          label={FAULT.target}
          options={TARGET_OPTIONS}
          value={target}
          onChange={(next) => setTarget(next)}
        />
        <Select label={FAULT.often} options={TIMES} value={times} onChange={(next) => setTimes(next)} />
        <Button
          busy={order.underWay}
          onClick={() => void order.start({ fault: kind, target, times: Number(times) })}
        >
          {FAULT.inject}
        </Button>
      </div>
      {faults.length === 0 ? (
        <p className={styles.quiet}>{FAULT.none}</p>
      ) : (
        <ul className={styles.faults} aria-label={FAULT.list}>
          {faults.map((fault) => (
            <li key={fault.id}>
              {faultKinds[fault.kind].word}
              <span className={styles.quiet}> · {faultLine(fault)}</span>
            </li>
          ))}
        </ul>
      )}
      <MutationRefusal failure={order.failure} title={FAULT.refused} dismissible />
      <MutationRefusal failure={clear.failure} title={FAULT.uncleared} dismissible />
    </Card>
  );
}
