import { useState } from "react";
import { singleUse } from "@/data/singleUse";
import { useDraft } from "@/features/base/useDraft";
import { useForm } from "@/features/base/useForm";
import { useShownErrors } from "@/features/base/useShownErrors";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { EmailServerView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { SecretField } from "@/kit/control/SecretField";
import { TextInput } from "@/kit/control/TextInput";
import { Actions } from "@/kit/layout/Actions";
import { draftOf, editOf, fieldErrorsOf, isChanged, isFine, withoutPassword } from "./draft";
import styles from "./Email.module.css";
import { serverUpdateAt, settingServer } from "./mutations";
import type { EmailSubject } from "./subjects";
import { TestEmailForm } from "./TestEmailDialog";
import { TryResult, useTry } from "./TryServerDialog";
import { addressOf, isOwn, portHint, words } from "./words";

/** Sets one's own email server. It can be tried before anything is saved. */
export function OwnServerDialog({ subject }: { subject: EmailSubject }) {
  const { server, projectName } = subject;
  const fields = useServerDraft(server);
  const { draft, fieldErrors } = fields;
  const attempt = useTry(draft);
  const [testing, setTesting] = useState(false);
  const form = useForm(settingServer(subject), {
    fieldErrors,
    unchanged: !isChanged(draft, server),
    input: () => singleUse(editOf(draft)),
    onDone: (set, finish) => finish({ title: words.saved(addressOf(set)) }),
  });
  const submit = () => {
    fields.showErrors();
    return form.submit();
  };
  const tryServer = () => {
    if (fieldErrors.host || fieldErrors.port) return fields.showErrors();
    void attempt.start();
  };
  const sendTest = () => {
    fields.showErrors();
    // The password is asked for there when none is typed here.
    if (isFine({ ...fieldErrors, password: draft.password === "" ? undefined : fieldErrors.password })) {
      setTesting(true);
    }
  };
  return (
    <CallFormDialog
      form={{ ...form, submit, watch: fields.watch }}
      size="wide"
      title={isOwn(server) ? words.changeTitle : words.ownTitle}
      description={words.ownAbout(projectName)}
      submit={words.save}
      blocked={subject.locked}
      call={
        form.fits &&
        isChanged(draft, server) && {
          operation: serverUpdateAt(subject, editOf(withoutPassword(draft))),
          title: words.save,
        }
      }
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
  const { draft, shown, change } = fields;
  return (
    <>
      <FieldPair>
        <Field label={words.host} error={shown.host}>
          <TextInput
            value={draft.host}
            onChange={(host) => change({ host })}
            placeholder={words.hostExample}
            mono
          />
        </Field>
        <Field label={words.port} hint={portHint(draft.port)} error={shown.port}>
          <TextInput value={draft.port} onChange={(port) => change({ port })} inputMode="numeric" mono />
        </Field>
      </FieldPair>
      <FieldPair>
        <Field label={words.userName} error={shown.username}>
          <TextInput value={draft.username} onChange={(username) => change({ username })} mono />
        </Field>
        <SecretField
          label={words.password}
          value={draft.password}
          onChange={(password) => change({ password })}
          error={shown.password}
          hint={isOwn(server) ? passwordHint(draft.host, server) : words.passwordNew}
        />
      </FieldPair>
      <FieldPair>
        <Field label={words.senderEmail} error={shown.senderEmail}>
          <TextInput
            value={draft.senderEmail}
            onChange={(senderEmail) => change({ senderEmail })}
            placeholder={words.mailboxExample}
            inputMode="email"
            mono
          />
        </Field>
        <Field label={words.senderName} hint={words.senderNameHint} error={shown.senderName}>
          <TextInput value={draft.senderName} onChange={(senderName) => change({ senderName })} />
        </Field>
      </FieldPair>
    </>
  );
}

/** Says what an empty field means. With another host, the old password goes to that host. */
function passwordHint(host: string, server: EmailServerView): string {
  const other = host.trim() !== server.host && host.trim() !== "";
  return other ? words.passwordMoves(server.host, host.trim()) : words.passwordKeep;
}

/** Holds the fields of one's own email server. */
function useServerDraft(server: EmailServerView) {
  const [draft, change] = useDraft(() => draftOf(server));
  const fieldErrors = fieldErrorsOf(draft, { keeps: isOwn(server) });
  const { shown, showAll, watch } = useShownErrors(fieldErrors);
  return { draft, fieldErrors, shown, change, showErrors: showAll, watch };
}

type ServerDraft = ReturnType<typeof useServerDraft>;
