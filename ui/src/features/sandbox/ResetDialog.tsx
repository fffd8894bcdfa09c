import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { counted } from "@/data/format";
import { sandboxQuery, shelfQuery } from "@/data/queries";
import { useWork } from "@/data/work";
import { Failure } from "@/features/Failure";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { useUnask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { resetting } from "./mutations";
import styles from "./Sandbox.module.css";

const WORD = "reset";

/** Names everything that goes. Typing the word is asked because nothing of it can be brought back. */
export function ResetDialog() {
  const sandbox = useQuery(sandboxQuery);
  const shelf = useQuery(shelfQuery);
  const [typed, setTyped] = useState("");
  const [tried, setTried] = useState(false);
  const close = useUnask();
  const reset = useWork(resetting);
  const form = useId();

  const here = shelf.data?.items.filter((row) => row.placeKind === "thisMachine") ?? [];
  const servers = sandbox.data?.running?.servers.length;
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
        {servers === 1
          ? "The one database of the sandbox goes"
          : `All ${servers === undefined ? "databases" : counted(servers, "database")} of the sandbox go`}
        , with everything in it. Connection strings in your env files stop working. None of it can be brought
        back.
      </p>
      {here.length > 0 && (
        <ul className={styles.goes} aria-label="Databases that go">
          {here.slice(0, 8).map((row) => (
            <li key={row.id}>{row.name}</li>
          ))}
          {here.length > 8 && <li>and {here.length - 8} more</li>}
        </ul>
      )}
      <form id={form} onSubmit={(event) => void submit(event)} noValidate>
        <Field
          label={`Type “${WORD}” to confirm`}
          error={tried && typed.trim().toLowerCase() !== WORD ? `Type ${WORD}.` : undefined}
        >
          <TextInput value={typed} onChange={setTyped} />
        </Field>
      </form>
      {reset.failure && <Failure error={reset.failure.error} />}
    </Dialog>
  );
}
