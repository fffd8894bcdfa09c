import { Failure } from "@/features/base/Failure";
import type { FailureNoticeProps } from "@/features/base/FailureNotice";
import {
  MutationConfirmDialog,
  type MutationConfirmProps,
  MutationFormDialog,
  type MutationFormProps,
} from "@/features/base/MutationDialogs";
import { CopyAsButton } from "./CopyAsButton";
import type { CallSubject } from "./copying";

interface CallProps {
  /** What a click would send, to be copied as text; nothing while it cannot be sent. */
  call?: (CallSubject & { title: string }) | false | undefined;
  /** The account that a refusal is about, where it is not the current one. */
  account?: string;
}

/** A dialog with fields that does one thing, says why that failed, and offers its call as text. */
export function CallFormDialog({ call, account, ...dialog }: CallProps & Omit<MutationFormProps, "aside">) {
  return (
    <MutationFormDialog {...dialog} refusal={refusalOf(account)} aside={call && <CopyAsButton {...call} />} />
  );
}

/** The same for a question before something is lost. */
export function CallConfirmDialog({
  call,
  account,
  ...dialog
}: CallProps & Omit<MutationConfirmProps, "aside">) {
  return (
    <MutationConfirmDialog
      {...dialog}
      refusal={refusalOf(account)}
      aside={call && <CopyAsButton {...call} />}
    />
  );
}

const refusalOf = (account: string | undefined) => (notice: FailureNoticeProps) => (
  <Failure {...notice} {...(account !== undefined && { account })} />
);
