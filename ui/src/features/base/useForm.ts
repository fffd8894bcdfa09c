import { useState } from "react";
import { failureText, viewOf } from "@/data/errors";
import { type MutationFailure, type MutationSpec, useMutationSpec } from "@/data/mutation";
import type { Operation } from "@/ipc/call";
import type { ErrorCode } from "@/ipc/generated";
import { useCloseDialog } from "@/kit/overlay/dialogs";
import { type ToastWords, toast } from "@/kit/overlay/toasts";
import { type FieldWatch, useShownErrors } from "./useShownErrors";
import { goneAlready } from "./words";

interface FormOptions<Result, Input, Field extends string> {
  /** The errors of the typed values, by field. */
  fieldErrors?: Partial<Record<Field, string | undefined>>;
  /** The field that shows a refusal, by its error code, until another value is typed. */
  refusals?: Partial<Record<ErrorCode, NoInfer<Field>>>;
  /** True if the form can't be sent for a reason that is shown elsewhere. */
  hindered?: boolean;
  /** True if the values are those that are set: the dialog closes, and nothing is sent. */
  unchanged?: boolean;
  /** Returns the input to send. A form that shows its operation as text reads it while it is drawn as well. */
  input(): Input;
  /** The input by the time that the dialog shows: what is read anew at the click would be another text at each rendering. */
  preview?(): Input;
  /** Runs after success; the dialog closes when absent. `finish` closes it and shows a message. */
  onDone?(result: Result, finish: (words: ToastWords) => void): void | Promise<void>;
  onRefused?(): void;
  /** The name of the item to delete. If it is gone already, the dialog closes and a message says so. */
  deletes?: string;
  /** Leaves what turned out to be gone already; closes the dialog when absent. */
  onGone?(): void;
  /** Closes a dialog that was not asked for by its name. */
  onClose?(): void;
}

/** The state of a dialog that starts one piece of work: what is typed stays until that is done. */
export interface Form<Field extends string = string> {
  submit(): Promise<void>;
  close(): void;
  busy: boolean;
  failure: MutationFailure | undefined;
  error: Error | undefined;
  /** Whether it was tried to send it. */
  tried: boolean;
  /** The errors that show now. */
  fieldErrors: Partial<Record<Field, string | undefined>>;
  /** True if no field has an error. */
  fits: boolean;
  /** Returns the operation that a click runs now, to be shown as text; `undefined` while nothing can be sent. */
  operation(): Operation | undefined;
  /** Shows the error of a field that is left. */
  watch: FieldWatch;
}

export function useForm<Result, Input, Field extends string = never>(
  spec: MutationSpec<Result, Input>,
  options: FormOptions<Result, Input, Field>,
): Form<Field> {
  const {
    fieldErrors = {},
    refusals,
    hindered = false,
    unchanged = false,
    input,
    onDone,
    onRefused,
    deletes,
  } = options;
  const [sent, setSent] = useState<string>();
  const { shown, tried, showAll, watch } = useShownErrors(fieldErrors);
  const { start, underWay, failure } = useMutationSpec(spec);
  const closeDialog = useCloseDialog();
  const close = options.onClose ?? closeDialog;
  const fits = Object.values(fieldErrors).every((fieldError) => fieldError === undefined);
  const finish = (words: ToastWords) => {
    close();
    toast(words);
  };
  const isGoneAlready = (error: unknown) => {
    if (deletes === undefined || viewOf(error).code !== "notFound") return false;
    (options.onGone ?? close)();
    toast(goneAlready(deletes));
    return true;
  };
  const submit = async () => {
    showAll();
    if (hindered || !fits) return;
    if (unchanged) return close();
    const values = input();
    setSent(JSON.stringify(values));
    const result = await start(values, isGoneAlready);
    if (result === undefined) return onRefused?.();
    if (onDone) return onDone(result, finish);
    close();
  };
  const refused = failure && viewOf(failure.error);
  const field = refused && refusals?.[refused.code];
  const again = field && JSON.stringify(input()) === sent && { [field]: failureText(refused) };
  return {
    submit,
    close,
    busy: underWay,
    failure,
    // Field errors show at the field only.
    error: field === undefined ? failure?.error : undefined,
    tried,
    fieldErrors: { ...shown, ...again },
    fits,
    operation: () => (fits && !hindered ? spec.operation?.((options.preview ?? input)()) : undefined),
    watch,
  };
}
