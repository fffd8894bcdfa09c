import { Failure } from "@/features/base/Failure";
import type { FailureNoticeProps } from "@/features/base/FailureNotice";
import {
  MutationConfirmDialog,
  type MutationConfirmProps,
  MutationFormDialog,
  type MutationFormProps,
} from "@/features/base/MutationDialogs";
import type { Form } from "@/features/base/useForm";
import { CopyAsButton } from "./CopyAsButton";
import type { CallSubject } from "./copying";

interface CallProps {
  form: MutationFormProps["form"] & Pick<Form, "operation">;
  /** The title of the form's operation as text. The whole subject where the form has a secret, which must not be in it. */
  call?: string | CallSubject | false | undefined;
  /** The account that a refusal is about, where it is not the current one. */
  account?: string;
}

/** A dialog with fields that does one thing, says why that failed, and offers its operation as text. */
export function CallFormDialog({ call, account, ...dialog }: CallProps & Omit<MutationFormProps, "aside">) {
  return (
    <MutationFormDialog {...dialog} refusal={refusalOf(account)} aside={copyButton(call, dialog.form)} />
  );
}

/** The same for a question before something is lost. */
export function CallConfirmDialog({
  call,
  account,
  ...dialog
}: CallProps & Omit<MutationConfirmProps, "aside">) {
  return (
    <MutationConfirmDialog {...dialog} refusal={refusalOf(account)} aside={copyButton(call, dialog.form)} />
  );
}

function copyButton(call: CallProps["call"], form: CallProps["form"]) {
  if (typeof call !== "string") return call && <CopyAsButton {...call} />;
  const operation = form.operation();
  return operation && "accountId" in operation && <CopyAsButton title={call} operation={operation} />;
}

const refusalOf = (account: string | undefined) => (notice: FailureNoticeProps) => (
  <Failure {...notice} {...(account !== undefined && { account })} />
);
