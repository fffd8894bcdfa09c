import { useState } from "react";
import { KeyField } from "@/features/accounts/KeyField";
import { once } from "@/features/accounts/once";
import { useDraft } from "@/features/base/useDraft";
import { useForm } from "@/features/base/useForm";
import { authCall } from "@/features/calls/AuthCallButton";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { EmailServerView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { TextInput } from "@/kit/control/TextInput";
import { Actions } from "@/kit/layout/Actions";
import { callOfEdit, type Draft, draftOf, editOf, faultsOf, isChanged, isFine } from "./draft";
import styles from "./Email.module.css";
import { settingServer } from "./mutations";
import type { EmailSubject } from "./places";
import { TestEmailForm } from "./TestEmailDialog";
import { TryResult, useTry } from "./TryServerDialog";
import { addressOf, isOwn, portHint } from "./words";

/** Sets one's own email server. It can be tried before anything is saved. */
export function OwnServerDialog({ subject }: { subject: EmailSubject }) {
  const { server, projectName } = subject;
  const fields = useServerDraft(server);
  const { draft, faults } = fields;
  const attempt = useTry(draft);
  const [testing, setTesting] = useState(false);
  const form = useForm(settingServer(subject), {
    faults,
    unchanged: !isChanged(draft, server),
    input: () => once(editOf(draft)),
    onDone: (set, finish) => finish({ title: `Email server changed to ${addressOf(set)}` }),
  });
  const submit = () => {
    fields.showFaults();
    return form.submit();
  };
  const tryServer = () => {
    fields.leave("host");
    fields.leave("port");
    if (faults.host || faults.port) return fields.showFaults();
    void attempt.start();
  };
  const sendTest = () => {
    fields.showFaults();
    // The password is asked for there when none is typed here.
    if (isFine({ ...faults, password: draft.password === "" ? undefined : faults.password })) {
      setTesting(true);
    }
  };
  return (
    <CallFormDialog
      form={{ ...form, submit }}
      size="wide"
      title={isOwn(server) ? "Change SMTP server" : "Use own SMTP server"}
      description={`Sends the emails of ${projectName}’s auth: confirmations and sign-in links. All fields are required.`}
      submit="Save server"
      blocked={subject.locked}
      call={form.fits && isChanged(draft, server) && authCall(subject, "Save server", callOfEdit(draft))}
      failed="The server was not saved"
      after={
        <>
          <TryResult attempt={attempt} />
          {testing && <TestEmailForm subject={subject} draft={draft} onClose={() => setTesting(false)} />}
        </>
      }
    >
      <ServerFields fields={fields} server={server} />
      <div className={styles.tries}>
        <Actions>
          <Button icon="plug" busy={attempt.running !== undefined} onClick={tryServer}>
            Test connection
          </Button>
          <Button icon="arrowRight" onClick={sendTest} disabled={subject.locked !== undefined}>
            Send test email…
          </Button>
        </Actions>
        <p className={styles.note}>
          Nothing is saved. {draft.password === "" && "Without a password, the login is not tested."}
        </p>
      </div>
    </CallFormDialog>
  );
}

interface ServerFieldsProps {
  fields: ServerDraft;
  /** The server that is set. */
  server: EmailServerView;
}

/** The six things that one's own email server takes; all of them are needed. */
function ServerFields({ fields, server }: ServerFieldsProps) {
  const { draft, faultOf, change, leave } = fields;
  return (
    <>
      <FieldPair>
        <Field label="Host" error={faultOf("host")}>
          <TextInput
            value={draft.host}
            onChange={(host) => change({ host })}
            onBlur={() => leave("host")}
            placeholder="smtp.example.com"
            mono
          />
        </Field>
        <Field label="Port" hint={portHint(draft.port)} error={faultOf("port")}>
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
        <Field label="User name" error={faultOf("username")}>
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
          error={faultOf("password")}
          hint={isOwn(server) ? passwordHint(draft.host, server) : "Never shown again."}
        />
      </FieldPair>
      <FieldPair>
        <Field label="Sender address" error={faultOf("senderEmail")}>
          <TextInput
            value={draft.senderEmail}
            onChange={(senderEmail) => change({ senderEmail })}
            onBlur={() => leave("senderEmail")}
            placeholder="name@example.com"
            inputMode="email"
            mono
          />
        </Field>
        <Field label="Sender name" hint="Shown to recipients." error={faultOf("senderName")}>
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
function passwordHint(host: string, server: EmailServerView): string {
  const other = host.trim() !== server.host && host.trim() !== "";
  return other
    ? `Leave empty to keep the password of ${server.host} and send it to ${host.trim()}.`
    : "Set, never shown. Leave empty to keep it.";
}

/** What is typed about one's own email server. A field says what is wrong once it was left. */
function useServerDraft(server: EmailServerView) {
  const [draft, change] = useDraft(() => draftOf(server));
  const [left, setLeft] = useState<ReadonlySet<keyof Draft>>(new Set());
  const [tried, setTried] = useState(false);
  const faults = faultsOf(draft, { keeps: isOwn(server) });
  const faultOf = (part: keyof Draft) =>
    tried || (left.has(part) && draft[part] !== "") ? faults[part] : undefined;
  return {
    draft,
    faults,
    faultOf,
    change,
    leave: (part: keyof Draft) => setLeft((before) => new Set(before).add(part)),
    /** From now on every fault is shown. */
    showFaults: () => setTried(true),
  };
}

type ServerDraft = ReturnType<typeof useServerDraft>;
