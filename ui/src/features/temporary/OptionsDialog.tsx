import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { workKeys } from "@/data/keys";
import { placesQuery, settingsQuery } from "@/data/queries";
import { useNewFailure, useUnderWay, useWork } from "@/data/work";
import { Failure } from "@/features/base/Failure";
import { useDraft } from "@/features/base/useDraft";
import { useSeedPreview } from "@/features/seed/useSeedPreview";
import { saving } from "@/features/settings/actions";
import type { PlaceChoice, PlaceView, TemporaryOptions } from "@/ipc/generated";
import { useActionSurroundings } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { ask, unask, useUnask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { toast } from "@/kit/overlay/toasts";
import { Notice } from "@/kit/state/Notice";
import { CreateFailure } from "./CreateFailure";
import { createWith } from "./create";
import { OptionsFields } from "./OptionsFields";
import { draftOf, faultsOf, optionsOf } from "./options";
import { OPTIONS } from "./words";

interface OptionsDialogProps {
  /** The place the person came for; the one of the last database when absent. */
  place?: PlaceChoice | undefined;
}

/** Everything that can be chosen before a database is made. */
export function OptionsDialog({ place }: OptionsDialogProps) {
  const settings = useQuery(settingsQuery);
  const places = useQuery(placesQuery);
  if (settings.data && places.data) {
    const { temporary } = settings.data;
    return <OptionsForm options={place ? { ...temporary, place } : temporary} places={places.data} />;
  }
  const error = settings.error ?? places.error;
  return (
    <Dialog open onClose={unask} title={OPTIONS.title}>
      {error && <Failure error={error} />}
    </Dialog>
  );
}

interface OptionsFormProps {
  /** What the form begins with. */
  options: TemporaryOptions;
  places: readonly PlaceView[];
}

/** Only a database that was made, or Close, ends it. */
function OptionsForm({ options: begin, places }: OptionsFormProps) {
  const options = useOptionsForm(begin, places);
  const form = useId();
  return (
    <Dialog
      open
      onClose={unask}
      dismiss="deliberate"
      title={OPTIONS.title}
      description={OPTIONS.text}
      footer={
        <>
          <Button tone="quiet" busy={options.keeping} onClick={() => void options.keep()}>
            {OPTIONS.keep}
          </Button>
          <Button
            tone="primary"
            submit
            form={form}
            busy={options.creating}
            onPointerDown={options.seed.onPointerDown}
          >
            {OPTIONS.create}
          </Button>
        </>
      }
    >
      <form id={form} className="ui-stack-wide" onSubmit={(event) => void options.create(event)} noValidate>
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
          {OPTIONS.review}
        </Notice>
      )}
      {options.error && <CreateFailure error={options.error} />}
    </Dialog>
  );
}

/** What is typed into the options and what became of it. What was typed stays, whatever is refused. */
function useOptionsForm(begin: TemporaryOptions, places: readonly PlaceView[]) {
  const { tools } = useActionSurroundings();
  const [draft, change] = useDraft(() => draftOf(begin, places));
  const [tried, setTried] = useState(false);
  const seed = useSeedPreview(draft.seedPath);
  const [unread, setUnread] = useState<string>();
  const [starting, setStarting] = useState(false);
  const creating = useUnderWay(workKeys.create);
  const refused = useNewFailure(workKeys.create);
  const noSandbox = useNewFailure(workKeys.sandbox);
  const close = useUnask();
  const keeping = useWork(saving);

  const fits = () => {
    setTried(true);
    return Object.keys(faultsOf(draft)).length === 0;
  };
  const create = async (event: FormEvent) => {
    event.preventDefault();
    if (!fits() || starting) return;
    const confirmed = seed.confirm();
    setUnread(confirmed ? undefined : draft.seedPath);
    if (!confirmed) return;
    setStarting(true);
    refused?.clear();
    noSandbox?.clear();
    try {
      const next = await createWith(optionsOf(draft), tools);
      if (next) ask(next);
      else close();
    } catch {
      // The refusal is shown from the work that was refused.
    } finally {
      setStarting(false);
    }
  };
  const keep = async () => {
    if (!fits()) return;
    const saved = await keeping.start(() => ({ temporary: optionsOf(draft) }));
    if (!saved) return;
    toast({ title: OPTIONS.kept });
    close();
  };
  return {
    draft,
    faults: tried ? faultsOf(draft) : {},
    change,
    create,
    seed,
    /** The file was confirmed before anybody could see what it would do. */
    unread: unread !== undefined && unread === draft.seedPath,
    creating: starting || creating,
    keep,
    keeping: keeping.underWay,
    error: refused?.error ?? noSandbox?.error ?? keeping.failure?.error,
  };
}
