import { type FormEvent, useId, useState } from "react";
import { workKeys } from "@/data/keys";
import { useFailure, useUnderWay, useWork } from "@/data/work";
import { Failure } from "@/features/Failure";
import { saving } from "@/features/settings/mutations";
import type { PlaceView, SettingsView } from "@/ipc/generated";
import { useActionSurroundings } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { ask, unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { toast } from "@/kit/overlay/toasts";
import { createWith } from "./create";
import { OptionsFields } from "./OptionsFields";
import styles from "./OptionsForm.module.css";
import { draftOf, faultsOf, type OptionsDraft, optionsOf } from "./options";

interface OptionsFormProps {
  settings: SettingsView;
  places: readonly PlaceView[];
}

/** The form keeps what was typed, whatever is refused; only a database that was made, or Close, ends it. */
export function OptionsForm({ settings, places }: OptionsFormProps) {
  const { tools } = useActionSurroundings();
  const [draft, setDraft] = useState(() => draftOf(settings.temporary, places));
  const [tried, setTried] = useState(false);
  const [starting, setStarting] = useState(false);
  const creating = useUnderWay(workKeys.create);
  const failure = useFailure(workKeys.create);
  const powerFailure = useFailure(workKeys.sandbox);
  const keeping = useWork(saving);
  const form = useId();

  const faults = tried ? faultsOf(draft) : {};
  const change = (changed: Partial<OptionsDraft>) => setDraft((before) => ({ ...before, ...changed }));
  const fits = () => {
    setTried(true);
    return Object.keys(faultsOf(draft)).length === 0;
  };
  const create = async (event: FormEvent) => {
    event.preventDefault();
    if (!fits() || starting) return;
    setStarting(true);
    failure?.clear();
    powerFailure?.clear();
    try {
      const next = await createWith(optionsOf(draft), tools);
      if (next) ask(next);
      else unask();
    } catch {
      // The refusal is shown from the work that was refused.
    } finally {
      setStarting(false);
    }
  };
  const keep = async () => {
    if (!fits()) return;
    const saved = await keeping.start({ ...settings, temporary: optionsOf(draft) });
    if (!saved) return;
    toast({ title: "Options kept for the next database" });
    unask();
  };

  const error = failure?.error ?? powerFailure?.error ?? keeping.failure?.error;
  return (
    <Dialog
      open
      onClose={unask}
      dismiss="deliberate"
      title="New temporary database"
      description="A PostgreSQL 17 database that is gone after 72 hours unless you claim it. New uses these options from now on."
      footer={
        <>
          <Button tone="quiet" busy={keeping.underWay} onClick={() => void keep()}>
            Keep for next time
          </Button>
          <Button tone="primary" submit form={form} busy={starting || creating}>
            Create database
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void create(event)} noValidate>
        <OptionsFields draft={draft} faults={faults} places={places} onChange={change} />
      </form>
      {error && <Failure error={error} />}
    </Dialog>
  );
}
