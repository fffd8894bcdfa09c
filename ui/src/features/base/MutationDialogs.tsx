import type { ReactNode } from "react";
import { ConfirmDialog, type ConfirmDialogProps } from "@/kit/overlay/ConfirmDialog";
import { FormDialog, type FormDialogProps } from "@/kit/overlay/FormDialog";
import { FailureNotice, type FailureNoticeProps } from "./FailureNotice";
import type { Form } from "./useForm";
import type { FieldWatch } from "./useShownErrors";

interface MutationDialogProps {
  form: Pick<Form, "submit" | "close" | "busy" | "error"> & { watch?: FieldWatch };
  /** What did not come about, as the title of a refusal. */
  failed?: string | undefined;
  /** A refusal offers to try again. */
  retry?: boolean | undefined;
  /** What else a refusal offers. */
  wayOut?: ReactNode;
  /** Draws a refusal; without the ways out of one account when absent. */
  refusal?: (notice: FailureNoticeProps) => ReactNode;
}

export type MutationFormProps = MutationDialogProps &
  Omit<FormDialogProps, "onClose" | "onSubmit" | "busy" | "watch">;
export type MutationConfirmProps = MutationDialogProps &
  Omit<ConfirmDialogProps, "open" | "onClose" | "onConfirm" | "busy">;

/** A dialog with fields that does one thing and says why that failed. */
export function MutationFormDialog(props: MutationFormProps) {
  const { form, failed, retry, wayOut, refusal, after, ...dialog } = props;
  return (
    <FormDialog
      {...dialog}
      onClose={form.close}
      onSubmit={() => void form.submit()}
      busy={form.busy}
      watch={form.watch}
      after={
        <>
          {after}
          {refusalOf(props)}
        </>
      }
    />
  );
}

/** The same for a question before something is lost. */
export function MutationConfirmDialog(props: MutationConfirmProps) {
  const { form, failed, retry, wayOut, refusal, error, ...dialog } = props;
  return (
    <ConfirmDialog
      {...dialog}
      open
      onClose={form.close}
      onConfirm={() => void form.submit()}
      busy={form.busy}
      error={
        <>
          {refusalOf(props)}
          {error}
        </>
      }
    />
  );
}

function refusalOf({ form, failed, retry, wayOut, refusal = plain }: MutationDialogProps): ReactNode {
  if (!form.error) return null;
  return refusal({
    error: form.error,
    actions: wayOut,
    ...(failed !== undefined && { title: failed }),
    ...(retry && { onRetry: () => void form.submit() }),
  });
}

const plain = (notice: FailureNoticeProps) => <FailureNotice {...notice} />;
