import { useState } from "react";
import { once } from "@/data/once";
import { useDraft } from "@/features/base/useDraft";
import { useForm } from "@/features/base/useForm";
import { authCall } from "@/features/calls/AuthCallButton";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { EmailServerView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { SecretField } from "@/kit/control/SecretField";
import { TextInput } from "@/kit/control/TextInput";
import { Actions } from "@/kit/layout/Actions";
import { callOfEdit, type Draft, draftOf, editOf, faultsOf, isChanged, isFine } from "./draft";
import styles from "./Email.module.css";
import { settingServer } from "./mutations";
import type { EmailSubject } from "./places";
import { TestEmailForm } from "./TestEmailDialog";
import { TryResult, useTry } from "./TryServerDialog";
import { addressOf, isOwn, portHint, words } from "./words";

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
    onDone: (set, finish) => finish({ title: words.saved(addressOf(set)) }),
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
      title={isOwn(server) ? words.changeTitle : words.ownTitle}
      description={words.ownAbout(projectName)}
      submit={words.save}
      blocked={subject.locked}
      call={form.fits && isChanged(draft, server) && authCall(subject, words.save, callOfEdit(draft))}
      failed={words.saveFailed}
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
            {words.try}
          </Button>
          <Button icon="arrowRight" onClick={sendTest} disabled={subject.locked !== undefined}>
            {words.sendTestAsk}
          </Button>
        </Actions>
        <p className={styles.note}>
          {draft.password === "" ? words.nothingSavedNoLogin : words.nothingSaved}
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
        <Field label={words.host} error={faultOf("host")}>
          <TextInput
            value={draft.host}
            onChange={(host) => change({ host })}
            onBlur={() => leave("host")}
            placeholder={words.hostExample}
            mono
          />
        </Field>
        <Field label={words.port} hint={portHint(draft.port)} error={faultOf("port")}>
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
        <Field label={words.userName} error={faultOf("username")}>
          <TextInput
            value={draft.username}
            onChange={(username) => change({ username })}
            onBlur={() => leave("username")}
            mono
          />
        </Field>
        <SecretField
          label={words.password}
          value={draft.password}
          onChange={(password) => change({ password })}
          error={faultOf("password")}
          hint={isOwn(server) ? passwordHint(draft.host, server) : words.passwordNew}
        />
      </FieldPair>
      <FieldPair>
        <Field label={words.senderEmail} error={faultOf("senderEmail")}>
          <TextInput
            value={draft.senderEmail}
            onChange={(senderEmail) => change({ senderEmail })}
            onBlur={() => leave("senderEmail")}
            placeholder={words.mailboxExample}
            inputMode="email"
            mono
          />
        </Field>
        <Field label={words.senderName} hint={words.senderNameHint} error={faultOf("senderName")}>
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
  return other ? words.passwordMoves(server.host, host.trim()) : words.passwordKeep;
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
