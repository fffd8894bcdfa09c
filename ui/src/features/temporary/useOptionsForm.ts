import { type FormEvent, useState } from "react";
import { workKeys } from "@/data/keys";
import { useFailure, useUnderWay, useWork } from "@/data/work";
import { useSeedPreview } from "@/features/seed/useSeedPreview";
import { saving } from "@/features/settings/mutations";
import type { PlaceView, TemporaryOptions } from "@/ipc/generated";
import { useActionSurroundings } from "@/kit/action/useActions";
import { ask, useUnask } from "@/kit/overlay/asked";
import { toast } from "@/kit/overlay/toasts";
import { currentTime } from "@/time/clock";
import { createWith } from "./create";
import { draftOf, faultsOf, type OptionsDraft, optionsOf } from "./options";

/** What is typed into the options and what became of it. What was typed stays, whatever is refused. */
export function useOptionsForm(begin: TemporaryOptions, places: readonly PlaceView[]) {
  const { tools } = useActionSurroundings();
  const [opened] = useState(() => currentTime());
  const [draft, setDraft] = useState(() => draftOf(begin, places));
  const [tried, setTried] = useState(false);
  const seed = useSeedPreview(draft.seedPath);
  const [unread, setUnread] = useState<string>();
  const [starting, setStarting] = useState(false);
  const creating = useUnderWay(workKeys.create);
  const refused = useFailure(workKeys.create, opened);
  const noSandbox = useFailure(workKeys.sandbox, opened);
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
    toast({ title: "Options kept for the next database" });
    close();
  };
  return {
    draft,
    faults: tried ? faultsOf(draft) : {},
    change: (changed: Partial<OptionsDraft>) => setDraft((before) => ({ ...before, ...changed })),
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
