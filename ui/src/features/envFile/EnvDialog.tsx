import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useRef } from "react";
import { operationSpec, useMutationSpec } from "@/data/mutation";
import { settingsQuery } from "@/data/queries";
import { Failure, ReadFailure } from "@/features/base/Failure";
import { noteTaken, noteTakenBack } from "@/features/base/oneTimeSecrets";
import { call } from "@/ipc/call";
import type { ConnectSource, EnvPreviewView, SettingsView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { PathField } from "@/kit/control/PathField";
import { TextInput } from "@/kit/control/TextInput";
import { Dialog, LeaveButton } from "@/kit/overlay/Dialog";
import { closeDialog, useCloseDialog } from "@/kit/overlay/dialogs";
import { useErrorFocus } from "@/kit/overlay/useErrorFocus";
import { DIALOG } from "@/kit/words";
import { EnvChange } from "./EnvChange";
import styles from "./EnvDialog.module.css";
import { offerUndo } from "./undo";
import { type EnvDraft, type EnvSubject, useEnvDraft } from "./useEnvDraft";
import { ENV } from "./words";

interface EnvDialogProps {
  subject: EnvSubject;
  /** The file or folder to begin with; none the first time. */
  path: string | null;
}

export function EnvDialog({ subject, path }: EnvDialogProps) {
  const settings = useQuery(settingsQuery);
  if (settings.data) return <EnvForm subject={subject} path={path} settings={settings.data} />;
  if (!settings.error) return null;
  return (
    <Dialog open onClose={closeDialog} title={ENV.title(subject.name)}>
      <ReadFailure query={settings} title={ENV.unread} />
    </Dialog>
  );
}

/** First where, then what would change, then the write. Nothing is written that was not shown. */
function EnvForm({ subject, path, settings }: EnvDialogProps & { settings: SettingsView }) {
  const env = useEnvDraft(subject, path, settings);
  const write = useEnvWrite(subject.source, env.preview);
  const form = useId();
  const { preview } = env;

  const fields = useRef<HTMLFormElement>(null);
  const focusFirstError = useErrorFocus(fields, false);
  const show = (event: FormEvent) => {
    event.preventDefault();
    focusFirstError();
    env.show();
  };
  return (
    <Dialog
      open
      onClose={closeDialog}
      size="wide"
      title={ENV.title(subject.name)}
      footer={
        <>
          <LeaveButton>{DIALOG.cancel}</LeaveButton>
          {env.shown ? (
            <Button
              tone="primary"
              busy={write.underWay}
              disabled={!preview.data?.writable || preview.isFetching}
              onClick={() => void write.write()}
            >
              {preview.data?.creates ? ENV.create : ENV.write}
            </Button>
          ) : (
            <Button tone="primary" submit form={form}>
              {ENV.preview}
            </Button>
          )}
        </>
      }
    >
      <form ref={fields} id={form} className="ui-stack" onSubmit={show} noValidate {...env.watch}>
        <EnvFields env={env} />
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
      </form>
      {env.shown && preview.error && (
        <Failure title={ENV.notPreviewed} error={preview.error} onRetry={write.reload} />
      )}
      {env.shown && preview.data && (
        <EnvChange
          typed={env.typed.envPath.trim()}
          preview={preview.data}
          replace={env.replace}
          onReplace={env.setReplace}
        />
      )}
      {write.failure && <Failure title={ENV.notWritten} error={write.failure} onRetry={write.reload} />}
    </Dialog>
  );
}

/** Where the credentials go and what the variables are called. */
function EnvFields({ env }: { env: EnvDraft }) {
  const { typed, hasClaim, isSet, change, fieldErrors, show } = env;
  const start = typed.envPath.trim() || null;
  const chooseFile = async () => {
    const chosen = await call({ kind: "envPickFile", start });
    if (chosen !== null) show({ envPath: chosen });
  };
  return (
    <>
      <div className={styles.where}>
        <PathField
          label={ENV.path}
          value={typed.envPath}
          onChange={(envPath) => change({ envPath })}
          onBrowse={async () => {
            const chosen = await call({ kind: "envPickFolder", start });
            if (chosen !== null) show({ envPath: chosen });
            return null;
          }}
          browse={ENV.chooseFolder}
          placeholder="~/code/app"
          hint={ENV.pathHint}
          error={fieldErrors.envPath}
        />
        <Button className={styles.file} onClick={() => void chooseFile()}>
          {ENV.chooseFile}
        </Button>
      </div>
      <FieldPair>
        {!isSet && (
          <Field label={ENV.variable} error={fieldErrors.envKey} hint={ENV.directHint(typed.envKey)}>
            <TextInput mono value={typed.envKey} onChange={(envKey) => change({ envKey })} />
          </Field>
        )}
        {(hasClaim || isSet) && (
          <Field
            label={ENV.prefix}
            error={fieldErrors.envPrefix}
            hint={isSet ? ENV.prefixHint : ENV.claimHint(typed.envPrefix)}
          >
            <TextInput mono value={typed.envPrefix} onChange={(envPrefix) => change({ envPrefix })} />
          </Field>
        )}
      </FieldPair>
    </>
  );
}

/** Writes the change that is shown, closes the dialog and offers to take it back. */
function useEnvWrite(source: ConnectSource, preview: UseQueryResult<EnvPreviewView>) {
  const close = useCloseDialog();
  const mutation = useMutationSpec(writing);
  const client = useQueryClient();
  const write = async () => {
    if (!preview.data) return;
    const receipt = await mutation.start(preview.data.id);
    if (!receipt) return;
    noteTaken(client, source);
    close();
    const { undoId, path, variables } = receipt;
    offerUndo({ title: ENV.written(variables.length), files: [{ path, undoId }] }, client, () =>
      noteTakenBack(client, source),
    );
  };
  const reload = () => {
    mutation.failure?.clear();
    void preview.refetch();
  };
  return { write, reload, underWay: mutation.underWay, failure: mutation.failure?.error };
}

/** Writes a change as it was shown. */
const writing = operationSpec({ kind: "envWrite" }, (previewId: string) => ({ previewId }));
