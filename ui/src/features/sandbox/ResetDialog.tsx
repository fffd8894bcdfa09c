import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { sandboxQuery, temporaryListQuery } from "@/data/queries";
import { isLive } from "@/data/words";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { LossList } from "./LossList";
import { resetting } from "./mutations";
import { RESET, resetWords, resetWordsOfStopped } from "./words";

/** Names everything that goes. Typing the word is asked because nothing of it can be brought back. */
export function ResetDialog() {
  const sandbox = useQuery(sandboxQuery);
  const temporary = useQuery(temporaryListQuery);
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const form = useForm(resetting, { input: () => undefined });

  const servers = sandbox.data?.running?.servers;
  const here = temporary.data?.items.filter((row) => row.serviceKind === "thisMachine" && isLive(row.state));
  // What else is in a sandbox that does not run is not known here.
  const going = servers ?? here ?? [];
  return (
    <CallFormDialog
      form={form}
      title={RESET.title}
      submit={RESET.confirm}
      cancel={RESET.cancel}
      danger
      disabled={typed.trim().toLowerCase() !== RESET.word}
      disposable
      leavable
      initialFocus={field}
    >
      <p>
        {servers === undefined ? resetWordsOfStopped(going.length) : resetWords(going.length)} {RESET.after}
      </p>
      {going.length > 0 && (
        <LossList label={RESET.list} groups={[{ names: going.map(({ name }) => name) }]} />
      )}
      <Field label={RESET.field}>
        <TextInput ref={field} value={typed} onChange={setTyped} />
      </Field>
    </CallFormDialog>
  );
}
