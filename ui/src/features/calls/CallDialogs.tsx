import type { ReactNode } from "react";
import { Failure } from "@/features/accounts/Failure";
import type { Form } from "@/features/base/useForm";
import { ConfirmDialog, type ConfirmDialogProps } from "@/kit/overlay/ConfirmDialog";
import { FormDialog, type FormDialogProps } from "@/kit/overlay/FormDialog";
import { CopyAsButton } from "./CopyAsButton";
import type { CallSubject } from "./copying";

interface CallProps {
  form: Form;
  /** What a click would send, to be copied as text; nothing while it cannot be sent. */
  call?: (CallSubject & { title: string }) | false | undefined;
  /** What did not come about, as the title of a refusal. */
  failed?: string | undefined;
  /** A refusal offers to try again. */
  retry?: boolean | undefined;
  /** What else a refusal offers. */
  wayOut?: ReactNode;
}

/** A dialog with fields that does one thing, says why that failed, and tells its call as text. */
export function CallFormDialog(
  props: CallProps & Omit<FormDialogProps, "onClose" | "onSubmit" | "busy" | "aside">,
) {
  const { form, call, failed, retry, wayOut, after, ...dialog } = props;
  return (
    <FormDialog
      {...dialog}
      onClose={form.close}
      onSubmit={() => void form.submit()}
      busy={form.busy}
      aside={call && <CopyAsButton {...call} />}
      after={
        <>
          {after}
          <Refusal {...{ form, failed, retry, wayOut }} />
        </>
      }
    />
  );
}

/** The same for a question before something is lost. */
export function CallConfirmDialog(
  props: CallProps & Omit<ConfirmDialogProps, "open" | "onClose" | "onConfirm" | "busy" | "aside">,
) {
  const { form, call, failed, retry, wayOut, error, ...dialog } = props;
  return (
    <ConfirmDialog
      {...dialog}
      open
      onClose={form.close}
      onConfirm={() => void form.submit()}
      busy={form.busy}
      aside={call && <CopyAsButton {...call} />}
      error={
        <>
          <Refusal {...{ form, failed, retry, wayOut }} />
          {error}
        </>
      }
    />
  );
}

function Refusal({ form, failed, retry, wayOut }: Pick<CallProps, "form" | "failed" | "retry" | "wayOut">) {
  if (!form.error) return null;
  return (
    <Failure
      error={form.error}
      actions={wayOut}
      {...(failed !== undefined && { title: failed })}
      {...(retry && { onRetry: () => void form.submit() })}
    />
  );
}
