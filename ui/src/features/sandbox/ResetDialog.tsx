import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { counted } from "@/data/format";
import { sandboxQuery, temporaryListQuery } from "@/data/queries";
import { isLive } from "@/data/words";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { LossList } from "./LossList";
import { resetting } from "./mutations";

const WORD = "reset";

/** Names everything that goes. Typing the word is asked because nothing of it can be brought back. */
export function ResetDialog() {
  const sandbox = useQuery(sandboxQuery);
  const temporary = useQuery(temporaryListQuery);
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const form = useForm(resetting, {
    faults: { word: typed.trim().toLowerCase() === WORD ? undefined : `Type ${WORD} to confirm.` },
    input: () => undefined,
  });

  const servers = sandbox.data?.running?.servers;
  const here = temporary.data?.items.filter((row) => row.placeKind === "thisMachine" && isLive(row.state));
  // What else is in a sandbox that does not run is not known here.
  const going = servers ?? here ?? [];
  return (
    <CallFormDialog
      form={form}
      title="Reset the sandbox?"
      submit="Reset and delete all data"
      cancel="Cancel"
      danger
      disposable
      leavable
      initialFocus={field}
    >
      <p>
        {servers === undefined ? wordsOfStopped(going.length) : wordsOf(going.length)} Connection strings in
        your env files stop working. This can’t be undone.
      </p>
      {going.length > 0 && <LossList label="Databases to be deleted" losses={going} />}
      <Field label={`Type “${WORD}” to confirm`} error={form.faults.word}>
        <TextInput ref={field} value={typed} onChange={setTyped} />
      </Field>
    </CallFormDialog>
  );
}

function wordsOf(databases: number): string {
  if (databases === 0) return "All sandbox data will be deleted. There are no databases now.";
  if (databases === 1) return "The sandbox’s one database will be deleted with all its data.";
  return `All ${counted(databases, "database")} in the sandbox will be deleted with all data.`;
}

function wordsOfStopped(temporary: number): string {
  const named = temporary === 0 ? "" : `, including ${counted(temporary, "temporary database")}`;
  return `All sandbox databases will be deleted with all data${named}. Project databases aren’t listed while the sandbox is stopped.`;
}
