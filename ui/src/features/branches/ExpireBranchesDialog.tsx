import { useState } from "react";
import { useClockOffset } from "@/data/clockOffset";
import { askBulk } from "@/features/bulk/actions";
import { unask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { MINUTE, useNow } from "@/kit/time/useNow";
import { currentTime } from "@/time/clock";
import { EndFields } from "./EndFields";
import { type EndChoice, endFault, endOf } from "./expiry";
import type { BranchesRef } from "./places";
import { bulkWords } from "./words";

/** When many branches expire. What would be done is shown next. */
export function ExpireBranchesDialog({ accountId, projectId, branchIds }: BranchesRef) {
  const [ids] = useState(branchIds);
  const [end, setEnd] = useState<EndChoice>("week");
  const [endAt, setEndAt] = useState("");
  const [tried, setTried] = useState(false);
  const offset = useClockOffset(accountId);
  const now = useNow(MINUTE) + offset;
  const fault = endFault(end, endAt, now, offset);
  const submit = () => {
    setTried(true);
    if (fault !== undefined) return;
    const expiresAt = endOf(end, endAt, currentTime() + offset, offset);
    askBulk({ accountId, projectId, verb: "expireBranches", itemIds: [...ids], expiresAt });
  };
  return (
    <FormDialog
      size="small"
      title={bulkWords.expiryTitle(ids.length)}
      submit={bulkWords.review}
      onClose={unask}
      onSubmit={submit}
    >
      <EndFields
        end={end}
        endAt={endAt}
        fault={tried ? fault : undefined}
        now={now}
        ahead={offset}
        onChange={(changed) => {
          if (changed.end) setEnd(changed.end);
          if (changed.endAt !== undefined) setEndAt(changed.endAt);
        }}
      />
    </FormDialog>
  );
}
