import { useState } from "react";
import { useMutationSpec } from "@/data/mutation";
import { MutationRefusal } from "@/features/base/Failure";
import { useStarted } from "@/features/base/useStarted";
import type { SaveFormat, TemporaryView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { Dialog } from "@/kit/overlay/Dialog";
import { closeDialog } from "@/kit/overlay/dialogs";
import { MainButton } from "@/kit/overlay/MainButton";
import { DIALOG } from "@/kit/words";
import { savingOf } from "./mutations";
import { NextStep } from "./NextStep";
import { SaveProgress } from "./SaveProgress";
import { PROGRESS, SAVE } from "./words";

/** Saves a database to a file and stays until that has ended; closing it leaves it running. */
export function SaveDialog({ row }: { row: TemporaryView }) {
  const [format, setFormat] = useState<SaveFormat>("archive");
  const { started, done, begin } = useStarted(row.saved);
  const saving = useMutationSpec(savingOf(row.id, row.name));
  const running = row.saved?.status === "running";
  const start = async () => {
    if (await saving.start(format)) begin();
  };
  return (
    <Dialog
      open
      onClose={closeDialog}
      dismiss="deliberate"
      title={SAVE.title(row.name)}
      description={SAVE.text}
      footer={
        <>
          <Button onClick={closeDialog}>
            {running ? PROGRESS.leave : started ? PROGRESS.close : DIALOG.cancel}
          </Button>
          {done ? (
            <NextStep row={row} tone="primary" />
          ) : (
            <MainButton
              tone="primary"
              submit={false}
              busy={saving.underWay}
              disabled={running}
              onClick={() => void start()}
            >
              {SAVE.choose}
            </MainButton>
          )}
        </>
      }
    >
      <RadioGroup
        label={SAVE.format}
        options={[
          { value: "archive" as const, label: SAVE.archive, hint: SAVE.archiveHint },
          { value: "sql" as const, label: SAVE.sql, hint: SAVE.sqlHint },
        ]}
        value={format}
        onChange={setFormat}
        disabled={running}
      />
      <p className="ui-faint">{SAVE.private}</p>
      <MutationRefusal failure={saving.failure} title={SAVE.failed} />
      {(started || running) && <SaveProgress row={row} onOpen={closeDialog} hasNextStep={done} />}
    </Dialog>
  );
}
