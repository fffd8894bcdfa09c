import { type FormEvent, useId, useState } from "react";
import { useWork } from "@/data/work";
import { Failure } from "@/features/Failure";
import { Button } from "@/kit/control/Button";
import { unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { argumentsOf } from "./arguments";
import { psqlOf } from "./mutations";
import { PsqlField } from "./PsqlField";
import type { ConnectionSubject } from "./places";

/** psql with arguments of the person's own: a command, a file, a format. */
export function PsqlDialog({ source, name }: ConnectionSubject) {
  const [typed, setTyped] = useState("");
  const [tried, setTried] = useState(false);
  const opening = useWork(psqlOf(source));
  const form = useId();
  const { words, fault } = argumentsOf(typed);
  const open = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!words) return;
    if ((await opening.start(words)) !== undefined) unask();
  };
  return (
    <Dialog
      open
      onClose={unask}
      dismiss="deliberate"
      title="Open psql with arguments"
      description={`Connects to ${name} in a terminal. The password is neither in the arguments nor in the shell’s history.`}
      footer={
        <Button tone="primary" submit form={form} busy={opening.underWay}>
          Open psql
        </Button>
      }
    >
      <form id={form} onSubmit={(event) => void open(event)} noValidate>
        <PsqlField value={typed} onChange={setTyped} fault={tried ? fault : undefined} />
      </form>
      {opening.failure && <Failure title="psql was not opened" error={opening.failure.error} />}
    </Dialog>
  );
}
