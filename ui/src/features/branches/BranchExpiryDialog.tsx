import { type FormEvent, useId, useState } from "react";
import { useWork } from "@/data/work";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { useClockOffset } from "@/features/clockOffset";
import { Failure } from "@/features/Failure";
import type { UpdateBranch } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import type { BranchAsked } from "./BranchDialog";
import styles from "./Branches.module.css";
import { EndFields } from "./EndFields";
import { type EndChoice, endFault, endOf } from "./expiry";
import { expiringOf } from "./mutations";
import { momentText } from "./point";

/** When a branch goes by itself. */
export function BranchExpiryDialog({ branch, ...ref }: BranchAsked) {
  const { accountId, projectId, branchId } = ref;
  const [end, setEnd] = useState<EndChoice>(branch.expiresAt === null ? "day" : "at");
  const [endAt, setEndAt] = useState(() =>
    branch.expiresAt === null ? "" : momentText(new Date(branch.expiresAt).getTime()),
  );
  const [tried, setTried] = useState(false);
  const expiring = useWork(expiringOf(ref));
  const now = Date.now() + useClockOffset(accountId);
  const form = useId();
  const fault = endFault(end, endAt, now);
  const at = endOf(end, endAt, now);
  const update: UpdateBranch = { expiry: at === null ? { kind: "never" } : { kind: "at", at } };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fault) return;
    if (await expiring.start(update)) unask();
  };
  return (
    <Dialog
      open
      onClose={unask}
      size="small"
      title={`When ${branch.name} goes`}
      footer={
        <>
          <CopyAsButton
            accountId={accountId}
            call={{ kind: "updateBranch", projectId, branchId, update }}
            title="Change when a branch goes"
          />
          <Button tone="primary" submit form={form} busy={expiring.underWay}>
            {end === "never" ? "Keep the branch" : "Let it go then"}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void save(event)} noValidate>
        <EndFields
          end={end}
          endAt={endAt}
          fault={tried ? fault : undefined}
          now={now}
          onChange={(changed) => {
            if (changed.end) setEnd(changed.end);
            if (changed.endAt !== undefined) setEndAt(changed.endAt);
          }}
        />
      </form>
      {expiring.failure && <Failure title="Nothing was changed" error={expiring.failure.error} />}
    </Dialog>
  );
}
