import { useQuery } from "@tanstack/react-query";
import { instantServicesQuery } from "@/data/queries";
import { ReadFailure } from "@/features/base/Failure";
import { MutationFormDialog } from "@/features/base/MutationDialogs";
import { useDraft } from "@/features/base/useDraft";
import { useForm } from "@/features/base/useForm";
import { call } from "@/ipc/call";
import type { FolderView, InstantServiceView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { PathField } from "@/kit/control/PathField";
import { Switch } from "@/kit/control/Switch";
import { TextInput } from "@/kit/control/TextInput";
import { Dialog } from "@/kit/overlay/Dialog";
import { closeDialog } from "@/kit/overlay/dialogs";
import { Skeleton } from "@/kit/state/Skeleton";
import { changingOf } from "./mutations";
import { SourceFields } from "./SourceFields";
import { BRANCH, draftOf, fieldErrorsOf, fromFolder, settingsOf } from "./settings";
import { SETTINGS } from "./words";

/** What a folder is to get, and where. */
export function SettingsDialog({ folder }: { folder: FolderView }) {
  const services = useQuery(instantServicesQuery);
  if (services.data) return <SettingsForm folder={folder} services={services.data} />;
  return (
    <Dialog open onClose={closeDialog} title={SETTINGS.title(folder.name)}>
      {services.isFetching ? (
        <Skeleton label={SETTINGS.loading} shape="rows" />
      ) : (
        <ReadFailure query={services} title={SETTINGS.unread} />
      )}
    </Dialog>
  );
}

interface SettingsFormProps {
  folder: FolderView;
  services: readonly InstantServiceView[];
}

function SettingsForm({ folder, services }: SettingsFormProps) {
  const [draft, change] = useDraft(() => draftOf(folder.settings, services));
  const settings = settingsOf(draft);
  const form = useForm(changingOf(folder.id), {
    fieldErrors: fieldErrorsOf(draft),
    unchanged: JSON.stringify(settings) === JSON.stringify(folder.settings),
    input: () => settings,
  });
  const { fieldErrors } = form;
  const chooseSeed = async () => {
    const chosen = await call({ kind: "seedPick", start: folder.path, id: null });
    return chosen === null ? null : fromFolder(folder.path, chosen);
  };
  return (
    <MutationFormDialog
      form={form}
      title={SETTINGS.title(folder.name)}
      description={SETTINGS.text}
      submit={SETTINGS.submit}
    >
      <FieldPair>
        <Field label={SETTINGS.envFile} hint={SETTINGS.envFileHint} error={fieldErrors.envFile}>
          <TextInput mono value={draft.envFile} onChange={(envFile) => change({ envFile })} />
        </Field>
        <Field
          label={SETTINGS.variable}
          hint={SETTINGS.variableHint(draft.variable)}
          error={fieldErrors.variable}
        >
          <TextInput mono value={draft.variable} onChange={(variable) => change({ variable })} />
        </Field>
      </FieldPair>
      <SourceFields draft={draft} fieldErrors={fieldErrors} services={services} onChange={change} />
      {draft.place !== BRANCH && (
        <>
          <FieldPair>
            <Field
              label={SETTINGS.publicPrefix}
              hint={SETTINGS.publicPrefixHint(draft.publicPrefix)}
              error={fieldErrors.publicPrefix}
            >
              <TextInput
                mono
                value={draft.publicPrefix}
                onChange={(publicPrefix) => change({ publicPrefix })}
              />
            </Field>
            <Field label={SETTINGS.referrer} hint={SETTINGS.referrerHint} error={fieldErrors.referrer}>
              <TextInput value={draft.referrer} onChange={(referrer) => change({ referrer })} />
            </Field>
          </FieldPair>
          <PathField
            label={SETTINGS.seed}
            optional
            value={draft.seedPath}
            onChange={(seedPath) => change({ seedPath })}
            onBrowse={chooseSeed}
            placeholder="db/seed.sql"
            hint={SETTINGS.seedHint}
          />
        </>
      )}
      <Switch
        checked={draft.writeWithoutAsking}
        onChange={(writeWithoutAsking) => change({ writeWithoutAsking })}
        hint={SETTINGS.unaskedHint}
      >
        {SETTINGS.unasked}
      </Switch>
    </MutationFormDialog>
  );
}
