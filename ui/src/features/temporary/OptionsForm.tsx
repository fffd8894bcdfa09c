import { useId } from "react";
import type { PlaceView, TemporaryOptions } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { Notice } from "@/kit/state/Notice";
import { CreateFailure } from "./CreateFailure";
import { OptionsFields } from "./OptionsFields";
import styles from "./OptionsForm.module.css";
import { useOptionsForm } from "./useOptionsForm";

interface OptionsFormProps {
  /** What the form begins with. */
  options: TemporaryOptions;
  places: readonly PlaceView[];
}

/** Only a database that was made, or Close, ends it. */
export function OptionsForm({ options: begin, places }: OptionsFormProps) {
  const options = useOptionsForm(begin, places);
  const form = useId();
  return (
    <Dialog
      open
      onClose={unask}
      dismiss="deliberate"
      title="New temporary database"
      description="A PostgreSQL 17 database that is gone after 72 hours unless you claim it. New uses these options from now on."
      footer={
        <>
          <Button tone="quiet" busy={options.keeping} onClick={() => void options.keep()}>
            Keep for next time
          </Button>
          <Button
            tone="primary"
            submit
            form={form}
            busy={options.creating}
            onPointerDown={options.seed.onPointerDown}
          >
            Create database
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void options.create(event)} noValidate>
        <OptionsFields
          draft={options.draft}
          faults={options.faults}
          places={places}
          seed={options.seed}
          onChange={options.change}
        />
      </form>
      {options.unread && (
        <Notice tone="info" role="status">
          See first what the SQL file would do, then create the database.
        </Notice>
      )}
      {options.error && <CreateFailure error={options.error} />}
    </Dialog>
  );
}
