import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId } from "react";
import { settingsQuery } from "@/data/queries";
import { Failure } from "@/features/accounts/Failure";
import type { SettingsView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { EnvChange } from "./EnvChange";
import styles from "./EnvDialog.module.css";
import { EnvFields } from "./EnvFields";
import { type EnvSubject, useEnvDraft } from "./useEnvDraft";
import { useEnvWrite } from "./useEnvWrite";

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
    <Dialog open onClose={unask} title={titleOf(subject)}>
      <Failure
        title="The settings could not be read"
        error={settings.error}
        onRetry={() => void settings.refetch()}
      />
    </Dialog>
  );
}

const titleOf = ({ name }: EnvSubject) => `Write ${name} to an env file`;

/** First where, then what would change, then the write. Nothing is written that was not shown. */
function EnvForm({ subject, path, settings }: EnvDialogProps & { settings: SettingsView }) {
  const env = useEnvDraft(subject, path, settings);
  const write = useEnvWrite(subject.source, env.preview);
  const form = useId();
  const { preview } = env;

  const show = (event: FormEvent) => {
    event.preventDefault();
    env.show();
  };
  return (
    <Dialog
      open
      onClose={unask}
      size="wide"
      dismiss="deliberate"
      title={titleOf(subject)}
      footer={
        <>
          <Button onClick={unask}>Not now</Button>
          {env.shown ? (
            <Button
              tone="primary"
              busy={write.underWay}
              disabled={!preview.data?.writable || preview.isFetching}
              onClick={() => void write.write()}
            >
              {preview.data?.creates ? "Create file" : "Write file"}
            </Button>
          ) : (
            <Button tone="primary" submit form={form}>
              Show the change
            </Button>
          )}
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={show} noValidate>
        <EnvFields env={env} />
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
      </form>
      {env.shown && preview.error && (
        <Failure title="The change could not be worked out" error={preview.error} onRetry={write.lookAgain} />
      )}
      {env.shown && preview.data && (
        <EnvChange
          typed={env.typed.envPath.trim()}
          preview={preview.data}
          replace={env.replace}
          onReplace={env.setReplace}
        />
      )}
      {write.failure && (
        <Failure title="Nothing was written" error={write.failure} onRetry={write.lookAgain} />
      )}
    </Dialog>
  );
}
