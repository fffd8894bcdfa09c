import { useState } from "react";
import { useClockOffset } from "@/data/clockOffset";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { UpdateBranch } from "@/ipc/generated";
import { dateTimeText } from "@/kit/time/dateTime";
import { MINUTE, useNow } from "@/kit/time/useNow";
import { currentTime, instantOf } from "@/time/clock";
import type { BranchDialogSubject } from "./BranchDialog";
import { EndFields } from "./EndFields";
import { type EndChoice, endError, endOf } from "./expiry";
import { expiringOf } from "./mutations";

import { EXPIRY } from "./words";

/** When a branch expires. */
export function BranchExpiryDialog({ branch, ...ref }: BranchDialogSubject) {
  const { accountId } = ref;
  const [present] = useState(branch.expiresAt);
  const [end, setEnd] = useState<EndChoice>(present === null ? "day" : "at");
  const [typed, setTyped] = useState<string>();
  const offset = useClockOffset(accountId);
  const now = useNow(MINUTE) + offset;
  const endAt = typed ?? (present === null ? "" : dateTimeText(instantOf(present)));
  const updateAt = (moment: number): UpdateBranch => {
    const at = endOf(end, endAt, moment);
    return { expiry: at === null ? { kind: "never" } : { kind: "at", at } };
  };
  const form = useForm(expiringOf(ref), {
    fieldErrors: { endAt: endError(end, endAt, now) },
    // "In 1 hour" counts from the click, however long the dialog was open.
    input: () => updateAt(currentTime() + offset),
    preview: () => updateAt(now),
  });
  return (
    <CallFormDialog
      form={form}
      size="small"
      title={EXPIRY.title(branch.name)}
      submit={end === "never" ? EXPIRY.remove : EXPIRY.set}
      call={EXPIRY.call}
      failed={EXPIRY.failed}
    >
      <EndFields
        end={end}
        endAt={endAt}
        fieldError={form.fieldErrors.endAt}
        now={now}
        ahead={offset}
        onChange={(changed) => {
          if (changed.end) setEnd(changed.end);
          if (changed.endAt !== undefined) setTyped(changed.endAt);
        }}
      />
    </CallFormDialog>
  );
}
