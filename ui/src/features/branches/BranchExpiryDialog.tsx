import { useState } from "react";
import { useClockOffset } from "@/data/clockOffset";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import type { UpdateBranch } from "@/ipc/generated";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { MINUTE, useNow } from "@/kit/time/useNow";
import { currentTime, instantOf } from "@/time/clock";
import type { BranchAsked } from "./BranchDialog";
import { EndFields } from "./EndFields";
import { type EndChoice, endFault, endOf } from "./expiry";
import { expiringOf } from "./mutations";
import { momentText } from "./point";

/** When a branch goes by itself. */
export function BranchExpiryDialog({ branch, ...ref }: BranchAsked) {
  const { accountId, projectId, branchId } = ref;
  const [present] = useState(branch.expiresAt);
  const [end, setEnd] = useState<EndChoice>(present === null ? "day" : "at");
  const [typed, setTyped] = useState<string>();
  const [tried, setTried] = useState(false);
  const expiring = useWork(expiringOf(ref));
  const offset = useClockOffset(accountId);
  const now = useNow(MINUTE) + offset;
  const close = useUnask();
  const endAt = typed ?? (present === null ? "" : momentText(instantOf(present), offset));
  const fault = endFault(end, endAt, now, offset);
  const updateAt = (moment: number): UpdateBranch => {
    const at = endOf(end, endAt, moment, offset);
    return { expiry: at === null ? { kind: "never" } : { kind: "at", at } };
  };
  const save = async () => {
    setTried(true);
    if (fault) return;
    // "In 1 hour" counts from the click, however long the dialog was open.
    if (await expiring.start(updateAt(currentTime() + offset))) close();
  };
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void save()}
      size="small"
      title={`When ${branch.name} goes`}
      submit={end === "never" ? "Keep the branch" : "Let it go then"}
      busy={expiring.underWay}
      aside={
        <CopyAsButton
          accountId={accountId}
          call={{ kind: "updateBranch", projectId, branchId, update: updateAt(now) }}
          title="Change when a branch goes"
        />
      }
      after={expiring.failure && <Failure title="Nothing was changed" error={expiring.failure.error} />}
    >
      <EndFields
        end={end}
        endAt={endAt}
        fault={tried ? fault : undefined}
        now={now}
        ahead={offset}
        onChange={(changed) => {
          if (changed.end) setEnd(changed.end);
          if (changed.endAt !== undefined) setTyped(changed.endAt);
        }}
      />
    </FormDialog>
  );
}
