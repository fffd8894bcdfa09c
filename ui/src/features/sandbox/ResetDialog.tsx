import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useRef, useState } from "react";
import { counted } from "@/data/format";
import { sandboxQuery, temporaryListQuery } from "@/data/queries";
import { isLive } from "@/data/words";
import { useWork } from "@/data/work";
import { WorkRefusal } from "@/features/accounts/Failure";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { useUnask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { LossList } from "./LossList";
import { resetting } from "./mutations";

const WORD = "reset";

/** Names everything that goes. Typing the word is asked because nothing of it can be brought back. */
export function ResetDialog() {
  const sandbox = useQuery(sandboxQuery);
  const temporary = useQuery(temporaryListQuery);
  const [typed, setTyped] = useState("");
  const [tried, setTried] = useState(false);
  const close = useUnask();
  const reset = useWork(resetting);
  const form = useId();
  const field = useRef<HTMLInputElement>(null);

  const servers = sandbox.data?.running?.servers;
  const here = temporary.data?.items.filter((row) => row.placeKind === "thisMachine" && isLive(row.state));
  // What else is in a sandbox that does not run is not known here.
  const going = servers ?? here ?? [];
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (typed.trim().toLowerCase() !== WORD) return;
    if (await reset.start()) close();
  };
  return (
    <Dialog
      open
      onClose={close}
      dismiss="deliberate"
      disposable
      title="Reset the sandbox?"
      initialFocus={field}
      footer={
        <>
          <Button onClick={close}>Keep everything</Button>
          <Button tone="danger" submit form={form} busy={reset.underWay}>
            Delete all and start anew
          </Button>
        </>
      }
    >
      <p>
        {servers === undefined ? wordsOfStopped(going.length) : wordsOf(going.length)} Connection strings in
        your env files stop working. None of it can be brought back.
      </p>
      {going.length > 0 && <LossList label="Databases that go" losses={going} />}
      <form id={form} onSubmit={(event) => void submit(event)} noValidate>
        <Field
          label={`Type “${WORD}” to confirm`}
          error={tried && typed.trim().toLowerCase() !== WORD ? `Type ${WORD}.` : undefined}
        >
          <TextInput ref={field} value={typed} onChange={setTyped} />
        </Field>
      </form>
      <WorkRefusal failure={reset.failure} />
    </Dialog>
  );
}

function wordsOf(databases: number): string {
  if (databases === 0) return "Everything in the sandbox goes. No database in it has a server now.";
  if (databases === 1) return "The one database of the sandbox goes, with everything in it.";
  return `All ${counted(databases, "database")} of the sandbox go, with everything in them.`;
}

function wordsOfStopped(temporary: number): string {
  const named = temporary === 0 ? "" : `, ${counted(temporary, "temporary one")} among them`;
  return `All databases of the sandbox go${named}, with everything in them. What its projects hold is not listed while it is stopped.`;
}
