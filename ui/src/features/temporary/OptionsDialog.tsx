import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useRef, useState } from "react";
import { mutationKeys } from "@/data/keys";
import { useMutationSpec, useNewFailure, useUnderWay } from "@/data/mutation";
import { instantServicesQuery, settingsQuery } from "@/data/queries";
import { Failure } from "@/features/base/Failure";
import { useDraft } from "@/features/base/useDraft";
import { useShownErrors } from "@/features/base/useShownErrors";
import { useSeedPreview } from "@/features/seed/useSeedPreview";
import { saving } from "@/features/settings/actions";
import type { InstantServiceChoice, InstantServiceView, TemporaryOptions } from "@/ipc/generated";
import { useActionSurroundings } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { Dialog, LeaveButton } from "@/kit/overlay/Dialog";
import { closeDialog, openDialog, useCloseDialog } from "@/kit/overlay/dialogs";
import { toast } from "@/kit/overlay/toasts";
import { useErrorFocus } from "@/kit/overlay/useErrorFocus";
import { Notice } from "@/kit/state/Notice";
import { DIALOG } from "@/kit/words";
import { CreateFailure } from "./CreateFailure";
import { createWith } from "./create";
import { OptionsFields } from "./OptionsFields";
import { draftOf, fieldErrorsOf, optionsOf } from "./options";
import { OPTIONS } from "./words";

interface OptionsDialogProps {
  /** The instant service the person came for; the one of the last database when absent. */
  place?: InstantServiceChoice | undefined;
  /** The SQL file the person came with; that of the last database when absent. */
  seedPath?: string | undefined;
}

/** Everything that can be chosen before a database is made. */
export function OptionsDialog({ place, seedPath }: OptionsDialogProps) {
  const settings = useQuery(settingsQuery);
  const services = useQuery(instantServicesQuery);
  if (settings.data && services.data) {
    const { temporary } = settings.data;
    const options = { ...temporary, ...(place && { place }), ...(seedPath && { seedPath }) };
    return <OptionsForm options={options} services={services.data} seedFirst={seedPath !== undefined} />;
  }
  const error = settings.error ?? services.error;
  return (
    <Dialog open onClose={closeDialog} title={OPTIONS.title}>
      {error && <Failure error={error} />}
    </Dialog>
  );
}

interface OptionsFormProps {
  /** What the form begins with. */
  options: TemporaryOptions;
  services: readonly InstantServiceView[];
  /** The SQL file stands on top: it is what the person came with. */
  seedFirst: boolean;
}

/** Only a database that was made, or Close, ends it. */
function OptionsForm({ options: begin, services, seedFirst }: OptionsFormProps) {
  const options = useOptionsForm(begin, services);
  const form = useId();
  const fields = useRef<HTMLFormElement>(null);
  const focusFirstError = useErrorFocus(fields, options.creating);
  const submit = (event: FormEvent) => {
    focusFirstError();
    void options.create(event);
  };
  return (
    <Dialog
      open
      onClose={closeDialog}
      dismiss="deliberate"
      title={OPTIONS.title}
      description={OPTIONS.text}
      footer={
        <>
          <Button tone="quiet" busy={options.keeping} onClick={() => void options.keep()}>
            {OPTIONS.keep}
          </Button>
          <LeaveButton>{DIALOG.cancel}</LeaveButton>
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
      <form ref={fields} id={form} className="ui-stack-wide" onSubmit={submit} noValidate {...options.watch}>
        <OptionsFields
          draft={options.draft}
          fieldErrors={options.fieldErrors}
          services={services}
          seed={options.seed}
          seedFirst={seedFirst}
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
function useOptionsForm(begin: TemporaryOptions, services: readonly InstantServiceView[]) {
  const { tools } = useActionSurroundings();
  const [draft, change] = useDraft(() => draftOf(begin, services));
  const { shown, showAll, watch } = useShownErrors(fieldErrorsOf(draft));
  const seed = useSeedPreview(draft.seedPath);
  const [unread, setUnread] = useState<string>();
  const [starting, setStarting] = useState(false);
  const creating = useUnderWay(mutationKeys.create);
  const refused = useNewFailure(mutationKeys.create);
  const noSandbox = useNewFailure(mutationKeys.sandbox);
  const close = useCloseDialog();
  const keeping = useMutationSpec(saving);

  const fits = () => {
    showAll();
    return Object.keys(fieldErrorsOf(draft)).length === 0;
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
      if (next) openDialog(next);
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
    fieldErrors: shown,
    watch,
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
