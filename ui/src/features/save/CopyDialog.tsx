import { type FormEvent, useId, useRef, useState } from "react";
import { MutationRefusal } from "@/features/base/Failure";
import { useForm } from "@/features/base/useForm";
import { useStarted } from "@/features/base/useStarted";
import type { NamedRole, TemporaryView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Dialog } from "@/kit/overlay/Dialog";
import { closeDialog } from "@/kit/overlay/dialogs";
import { useErrorFocus } from "@/kit/overlay/useErrorFocus";
import { Notice } from "@/kit/state/Notice";
import { DIALOG } from "@/kit/words";
import { copyingInto } from "./mutations";
import { NextStep } from "./NextStep";
import { SaveProgress } from "./SaveProgress";
import { TargetFields } from "./TargetFields";
import { intoOf, useCopyTarget } from "./useCopyTarget";
import { COPY, PROGRESS } from "./words";

/** Copies a database into a project and stays until that has ended; closing it leaves it running. */
export function CopyDialog({ row }: { row: TemporaryView }) {
  const { started, done, begin } = useStarted(row.saved);
  const [asked, setAsked] = useState<{ into: string; missing: NamedRole[] }>();
  const target = useCopyTarget(row);
  const into = intoOf(target.draft);
  // Another target may have other roles.
  const missing = asked?.into === JSON.stringify(into) ? asked.missing : [];
  const running = row.saved?.status === "running";
  const id = useId();
  const form = useForm(copyingInto(row.id), {
    fieldErrors: target.errors,
    refusals: { exists: "database" },
    hindered: running,
    input: () => ({ into, agreed: missing }),
    onDone: (found) => {
      setAsked({ into: JSON.stringify(into), missing: found });
      if (found.length === 0) begin();
    },
  });
  const fields = useRef<HTMLFormElement>(null);
  const focusFirstError = useErrorFocus(fields, form.busy);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    focusFirstError();
    void form.submit();
  };
  return (
    <Dialog
      open
      onClose={closeDialog}
      dismiss="deliberate"
      title={COPY.title(row.name)}
      description={COPY.text}
      footer={
        <>
          <Button onClick={closeDialog}>
            {running ? PROGRESS.leave : started ? PROGRESS.close : DIALOG.cancel}
          </Button>
          {done ? (
            <NextStep row={row} tone="primary" onGo={closeDialog} />
          ) : (
            <Button tone="primary" submit form={id} busy={form.busy} disabled={running}>
              {missing.length > 0 ? COPY.createRoles : COPY.submit}
            </Button>
          )}
        </>
      }
    >
      <form ref={fields} id={id} className="ui-stack" onSubmit={submit} noValidate {...form.watch}>
        <TargetFields target={target} fieldErrors={form.fieldErrors} />
      </form>
      {missing.length > 0 && (
        <Notice tone="warning" role="status" title={COPY.rolesMissing} testId="missing-roles">
          {COPY.roles(missing)}
        </Notice>
      )}
      {form.error && <MutationRefusal failure={form.failure} title={COPY.failed} />}
      {(started || running) && <SaveProgress row={row} onOpen={closeDialog} hasNextStep={done} />}
    </Dialog>
  );
}
