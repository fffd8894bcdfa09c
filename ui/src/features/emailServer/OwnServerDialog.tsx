import { useState } from "react";
import { useWork } from "@/data/work";
import { WorkRefusal } from "@/features/accounts/Failure";
import { KeyField } from "@/features/accounts/KeyField";
import { once } from "@/features/accounts/once";
import { AuthCallButton } from "@/features/calls/AuthCallButton";
import type { EmailServerView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { TextInput } from "@/kit/control/TextInput";
import { Actions } from "@/kit/layout/Actions";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { toast } from "@/kit/overlay/toasts";
import { callOfEdit, type Draft, draftOf, editOf, type Faults, faultsOf, isChanged, isFine } from "./draft";
import styles from "./Email.module.css";
import { settingServer } from "./mutations";
import type { EmailSubject } from "./places";
import { TestEmailForm } from "./TestEmailDialog";
import { TryResult, useTry } from "./TryServerDialog";
import { addressOf, isOwn, portHint } from "./words";

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
          <WorkRefusal failure={setting.failure} title="The server was not saved" />
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

interface ServerFieldsProps {
  form: ServerDraft;
  /** The server that is set. */
  server: EmailServerView;
}

/** The six things that one's own email server takes; all of them are needed. */
function ServerFields({ form, server }: ServerFieldsProps) {
  const { draft, shown, change, leave } = form;
  return (
    <>
      <FieldPair>
        <Field label="Host" error={shown.host}>
          <TextInput
            value={draft.host}
            onChange={(host) => change({ host })}
            onBlur={() => leave("host")}
            placeholder="smtp.example.com"
            mono
          />
        </Field>
        <Field label="Port" hint={portHint(draft.port)} error={shown.port}>
          <TextInput
            value={draft.port}
            onChange={(port) => change({ port })}
            onBlur={() => leave("port")}
            inputMode="numeric"
            mono
          />
        </Field>
      </FieldPair>
      <FieldPair>
        <Field label="User name" error={shown.username}>
          <TextInput
            value={draft.username}
            onChange={(username) => change({ username })}
            onBlur={() => leave("username")}
            mono
          />
        </Field>
        <KeyField
          label="Password"
          value={draft.password}
          onChange={(password) => change({ password })}
          error={shown.password}
          hint={isOwn(server) ? keptHint(draft.host, server) : "Never comes back to this window."}
        />
      </FieldPair>
      <FieldPair>
        <Field label="Sender’s address" error={shown.senderEmail}>
          <TextInput
            value={draft.senderEmail}
            onChange={(senderEmail) => change({ senderEmail })}
            onBlur={() => leave("senderEmail")}
            placeholder="name@example.com"
            inputMode="email"
            mono
          />
        </Field>
        <Field label="Sender’s name" hint="What people see as the sender." error={shown.senderName}>
          <TextInput
            value={draft.senderName}
            onChange={(senderName) => change({ senderName })}
            onBlur={() => leave("senderName")}
          />
        </Field>
      </FieldPair>
    </>
  );
}

/** What an empty field means; with another host the old password would be handed to that one. */
function keptHint(host: string, server: EmailServerView): string {
  const other = host.trim() !== server.host && host.trim() !== "";
  return other
    ? `Left empty, the one of ${server.host} stays and is sent to ${host.trim()}.`
    : "Set, and never shown. Left empty, it stays as it is.";
}

/** What is typed about one's own email server. A field says what is wrong once it was left. */
function useServerDraft(server: EmailServerView) {
  const [draft, setDraft] = useState(() => draftOf(server));
  const [left, setLeft] = useState<ReadonlySet<keyof Draft>>(new Set());
  const [tried, setTried] = useState(false);
  const faults = faultsOf(draft, { keeps: isOwn(server) });
  const isShown = (part: keyof Draft) => tried || (left.has(part) && draft[part] !== "");
  const shown: Faults = {
    host: isShown("host") ? faults.host : undefined,
    port: isShown("port") ? faults.port : undefined,
    username: isShown("username") ? faults.username : undefined,
    password: isShown("password") ? faults.password : undefined,
    senderEmail: isShown("senderEmail") ? faults.senderEmail : undefined,
    senderName: isShown("senderName") ? faults.senderName : undefined,
  };
  return {
    draft,
    faults,
    shown,
    change: (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed })),
    leave: (part: keyof Draft) => setLeft((before) => new Set(before).add(part)),
    /** From now on every fault is told. */
    tellAll: () => setTried(true),
  };
}

type ServerDraft = ReturnType<typeof useServerDraft>;
