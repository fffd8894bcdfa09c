import { useState } from "react";
import { useClockOffset } from "@/data/clockOffset";
import { useShownErrors } from "@/features/base/useShownErrors";
import { openBulkDialog } from "@/features/bulk/actions";
import { closeDialog } from "@/kit/overlay/dialogs";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { MINUTE, useNow } from "@/kit/time/useNow";
import { currentTime } from "@/time/clock";
import { EndFields } from "./EndFields";
import { type EndChoice, endError, endOf } from "./expiry";
import type { BranchesRef } from "./subjects";
import { bulkWords } from "./words";

/** When many branches expire. What would be done is shown next. */
export function ExpireBranchesDialog({ accountId, projectId, branchIds }: BranchesRef) {
  const [ids] = useState(branchIds);
  const [end, setEnd] = useState<EndChoice>("week");
  const [endAt, setEndAt] = useState("");
  const offset = useClockOffset(accountId);
  const now = useNow(MINUTE) + offset;
  const fieldError = endError(end, endAt, now);
  const { shown, showAll, watch } = useShownErrors({ fieldError });
  const submit = () => {
    showAll();
    if (fieldError !== undefined) return;
    const expiresAt = endOf(end, endAt, currentTime() + offset);
    openBulkDialog({ accountId, projectId, verb: "expireBranches", itemIds: [...ids], expiresAt });
  };
  return (
    <FormDialog
      size="small"
      title={bulkWords.expiryTitle(ids.length)}
      submit={bulkWords.review}
      onClose={closeDialog}
      onSubmit={submit}
      watch={watch}
    >
      <EndFields
        end={end}
        endAt={endAt}
        fieldError={shown.fieldError}
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
