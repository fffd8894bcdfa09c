import { useState } from "react";
import { failureText, viewOf } from "@/data/errors";
import { type MutationFailure, type MutationSpec, useMutationSpec } from "@/data/mutation";
import type { ErrorCode } from "@/ipc/generated";
import { useCloseDialog } from "@/kit/overlay/dialogs";
import { type ToastWords, toast } from "@/kit/overlay/toasts";
import { type FieldWatch, useShownErrors } from "./useShownErrors";
import { goneAlready } from "./words";

interface FormOptions<Result, Input, Field extends string> {
  /** Why what is typed cannot be sent, by field. */
  fieldErrors?: Partial<Record<Field, string | undefined>>;
  /** Which field a refusal is about, by its code: it is said there, as long as the same would be sent again. */
  refusals?: Partial<Record<ErrorCode, NoInfer<Field>>>;
  /** Something else is in the way, and said elsewhere. */
  hindered?: boolean;
  /** Nothing would be different: the dialog closes, and nothing is sent. */
  unchanged?: boolean;
  /** What is sent, as it is at the click. */
  input(): Input;
  /** After it was done; the dialog closes when absent. `finish` closes it and says in passing what was done. */
  onDone?(result: Result, finish: (words: ToastWords) => void): void | Promise<void>;
  onRefused?(): void;
  /** The name of what is deleted. If it is gone already, the dialog closes, and a message says so. */
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
  /** Nothing that is typed is in the way. */
  fits: boolean;
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
    // Said at its field, it is not said twice.
    error: field === undefined ? failure?.error : undefined,
    tried,
    fieldErrors: { ...shown, ...again },
    fits,
    watch,
  };
}
