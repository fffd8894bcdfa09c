import { useState } from "react";
import { useWork, type Work } from "@/data/work";
import { useUnask } from "@/kit/overlay/asked";

interface FormOptions<Result, Input, Field extends string> {
  /** Why what is typed cannot be sent, by field. */
  faults?: Partial<Record<Field, string | undefined>>;
  /** Something else is in the way, and said elsewhere. */
  hindered?: boolean;
  /** Nothing would be different: the dialog closes, and nothing is sent. */
  unchanged?: boolean;
  /** What is sent, as it is at the click. */
  input(): Input;
  /** After it was done; the dialog closes when absent. */
  onDone?(result: Result): void | Promise<void>;
  onRefused?(): void;
}

/** The state of a dialog that starts one piece of work: what is typed stays until that is done. */
export interface Form<Field extends string = string> {
  submit(): Promise<void>;
  close(): void;
  busy: boolean;
  error: Error | undefined;
  /** Whether it was tried to send it. */
  tried: boolean;
  /** From the first try on. */
  faults: Partial<Record<Field, string | undefined>>;
}

export function useForm<Result, Input, Field extends string = never>(
  work: Work<Result, Input>,
  {
    faults = {},
    hindered = false,
    unchanged = false,
    input,
    onDone,
    onRefused,
  }: FormOptions<Result, Input, Field>,
): Form<Field> {
  const [tried, setTried] = useState(false);
  const { start, underWay, failure } = useWork(work);
  const close = useUnask();
  const submit = async () => {
    setTried(true);
    if (hindered || Object.values(faults).some((fault) => fault !== undefined)) return;
    if (unchanged) return close();
    const result = await start(input());
    if (result === undefined) onRefused?.();
    else await (onDone ?? close)(result);
  };
  return { submit, close, busy: underWay, error: failure?.error, tried, faults: tried ? faults : {} };
}
