import { useState } from "react";
import { type MutationSpec, useMutationSpec } from "@/data/mutation";

/** What is asked for on a click, and shown until the next click. */
export function useAsked<Result>(spec: MutationSpec<Result, void>) {
  const mutation = useMutationSpec(spec);
  const [result, setResult] = useState<Result>();
  const run = async () => {
    setResult(undefined);
    mutation.failure?.clear();
    setResult(await mutation.start());
  };
  return { underWay: mutation.underWay, failure: mutation.failure, result, run: () => void run() };
}
