import { useState } from "react";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { once } from "@/features/accounts/once";
import { AuthCallButton } from "@/features/calls/AuthCallButton";
import { Button } from "@/kit/control/Button";
import { Actions } from "@/kit/layout/Actions";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { toast } from "@/kit/overlay/toasts";
import { callOfEdit, editOf, isChanged, isFine } from "./draft";
import styles from "./Email.module.css";
import { settingServer } from "./mutations";
import type { EmailSubject } from "./places";
import { ServerFields } from "./ServerFields";
import { TestEmailForm } from "./TestEmailForm";
import { TryResult } from "./TryResult";
import { useServerDraft } from "./useServerDraft";
import { useTry } from "./useTry";
import { addressOf, isOwn } from "./words";

/** Sets one's own email server. It can be tried before anything is saved. */
export function OwnServerDialog({ subject }: { subject: EmailSubject }) {
  const { server, projectName } = subject;
  const form = useServerDraft(server);
  const { draft, faults } = form;
  const attempt = useTry(draft);
  const setting = useWork(settingServer(subject));
  const [testing, setTesting] = useState(false);
  const close = useUnask();
  const save = async () => {
    form.tellAll();
    if (!isFine(faults)) return;
    if (!isChanged(draft, server)) return close();
    const set = await setting.start(once(editOf(draft)));
    if (!set) return;
    close();
    toast({ title: `Mail of ${projectName} goes through ${addressOf(set)}` });
  };
  const tryServer = () => {
    form.leave("host");
    form.leave("port");
    if (faults.host || faults.port) return form.tellAll();
    void attempt.start();
  };
  const sendTest = () => {
    form.tellAll();
    // The password is asked for there when none is typed here.
    if (isFine({ ...faults, password: draft.password === "" ? undefined : faults.password })) {
      setTesting(true);
    }
  };
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void save()}
      size="wide"
      title={isOwn(server) ? "Change SMTP server" : "Use own SMTP server"}
      description={`The auth integration of ${projectName} sends its mail through it: confirmations, links to sign in. All six are needed.`}
      submit="Save server"
      busy={setting.underWay}
      blocked={subject.locked}
      aside={
        isFine(faults) &&
        isChanged(draft, server) && (
          <AuthCallButton at={subject} title="Save server" call={callOfEdit(draft)} />
        )
      }
      after={
        <>
          <TryResult attempt={attempt} />
          {setting.failure && <Failure title="The server was not saved" error={setting.failure.error} />}
          {testing && <TestEmailForm subject={subject} draft={draft} onClose={() => setTesting(false)} />}
        </>
      }
    >
      <ServerFields form={form} server={server} />
      <div className={styles.tries}>
        <Actions>
          <Button icon="plug" busy={attempt.running !== undefined} onClick={tryServer}>
            Try the server
          </Button>
          <Button icon="arrowRight" onClick={sendTest} disabled={subject.locked !== undefined}>
            Send a test mail…
          </Button>
        </Actions>
        <p className={styles.note}>
          Neither saves anything. {draft.password === "" && "Without the password, the login is not tried."}
        </p>
      </div>
    </FormDialog>
  );
}
