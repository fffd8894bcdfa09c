import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useRef, useState } from "react";
import { MutationRefusal } from "@/features/base/Failure";
import { useForm } from "@/features/base/useForm";
import { useStarted } from "@/features/base/useStarted";
import type { TemporaryView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Dialog } from "@/kit/overlay/Dialog";
import { closeDialog } from "@/kit/overlay/dialogs";
import { useErrorFocus } from "@/kit/overlay/useErrorFocus";
import { DIALOG } from "@/kit/words";
import { seedingOf } from "./mutations";
import { SeedField } from "./SeedField";
import { SeedProgress } from "./SeedProgress";
import { seedPlanQuery, useSeedPreview } from "./useSeedPreview";
import { SEED } from "./words";

interface SeedDialogProps {
  row: TemporaryView;
  /** The file that the person came with; the one that ran last when absent. */
  path?: string | undefined;
}

/** Runs an SQL file against one database and stays until it has ended; closing it leaves the file running. */
export function SeedDialog({ row, path: given }: SeedDialogProps) {
  const [path, setPath] = useState(given ?? row.seed?.path ?? "");
  const { started, done, begin, forget } = useStarted(row.seed);
  // What the plan refuses is read there once, not a second time below.
  const plan = useQuery({ ...seedPlanQuery(path.trim()), enabled: false });
  const preview = useSeedPreview(path);
  const id = useId();
  const running = row.seed?.status === "running";
  const seeding = useForm(seedingOf(row.id), {
    fieldErrors: { path: path.trim() ? undefined : SEED.missing },
    hindered: running,
    input: () => path.trim(),
    onDone: begin,
  });
  const form = useRef<HTMLFormElement>(null);
  const focusFirstError = useErrorFocus(form, seeding.busy);
  // How another file ended says nothing of this one.
  const choose = (next: string) => {
    setPath(next);
    forget();
  };
  const run = (event: FormEvent) => {
    event.preventDefault();
    focusFirstError();
    if (!seeding.fits || running || preview.confirm()) void seeding.submit();
  };
  return (
    <Dialog
      open
      onClose={closeDialog}
      dismiss="deliberate"
      title={SEED.title(row.name)}
      description={SEED.text}
      footer={
        <>
          {!done && (
            <Button onClick={closeDialog}>
              {running ? SEED.leave : started ? SEED.close : DIALOG.cancel}
            </Button>
          )}
          <Button
            tone={done ? "default" : "primary"}
            submit
            form={id}
            busy={seeding.busy}
            disabled={running}
            onPointerDown={preview.onPointerDown}
          >
            {done ? SEED.again : preview.isShown || !path.trim() ? SEED.run : SEED.preview}
          </Button>
          {done && (
            <Button tone="primary" onClick={closeDialog}>
              {SEED.done}
            </Button>
          )}
        </>
      }
    >
      <form ref={form} id={id} className="ui-stack" onSubmit={run} noValidate {...seeding.watch}>
        <SeedField
          label={SEED.file}
          rowId={row.id}
          before={SEED.before}
          value={path}
          onChange={choose}
          preview={preview}
          error={seeding.fieldErrors.path}
        />
      </form>
      {seeding.failure && !plan.error && <MutationRefusal failure={seeding.failure} />}
      {(started || running) && <SeedProgress row={row} />}
    </Dialog>
  );
}
