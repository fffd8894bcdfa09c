import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "@/data/account";
import { authIntegrationsQuery, branchesQuery } from "@/data/queries";
import { singleUse } from "@/data/singleUse";
import { Failure } from "@/features/base/Failure";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import { UNKNOWN_SECRET } from "@/ipc/bridgeWords";
import type { TestEmailView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { SecretField } from "@/kit/control/SecretField";
import { TextInput } from "@/kit/control/TextInput";
import { Facts } from "@/kit/data/Facts";
import { useCloseDialog } from "@/kit/overlay/dialogs";
import { Notice } from "@/kit/state/Notice";
import { type Draft, draftOf, mailboxError, passwordError, testOf } from "./draft";
import styles from "./Email.module.css";
import { sendingTest, testAt } from "./mutations";
import type { EmailSubject } from "./subjects";
import { useInSight } from "./useInSight";
import { addressOf, senderOf, words } from "./words";

/** Sends a test message through the server that is set. */
export function TestEmailDialog({ subject }: { subject: EmailSubject }) {
  const [draft] = useState(() => draftOf(subject.server));
  const close = useCloseDialog();
  return <TestEmailForm subject={subject} draft={draft} onClose={close} />;
}

interface TestEmailFormProps {
  subject: EmailSubject;
  /** The server that it goes through, saved or not. */
  draft: Draft;
  onClose(): void;
}

/** Has the platform send one message through a server. It stays open, so that it can be sent again. */
export function TestEmailForm({ subject, draft, onClose }: TestEmailFormProps) {
  const test = useTestEmail(subject, draft, onClose);
  return (
    <CallFormDialog
      form={test.form}
      title={words.test}
      description={words.testAbout}
      submit={words.test}
      {...(test.result?.sent && { cancel: words.testDone })}
      disposable
      call={test.call}
      failed={words.testFailed}
      blocked={subject.locked}
      after={
        <>
          {test.branch.error && (
            <Failure title={words.branchUnread} error={test.branch.error} onRetry={test.branch.reload} />
          )}
          {test.result && !test.form.busy && <TestEmailResult result={test.result} />}
        </>
      }
    >
      <Facts
        facts={[
          { term: words.throughServer, detail: words.throughAs(addressOf(draft), draft.username) },
          { term: words.from, detail: senderOf(draft) },
        ]}
      />
      <Field label={words.to} hint={words.toHint} error={test.form.fieldErrors.recipient}>
        <TextInput
          value={test.recipient}
          onChange={test.setRecipient}
          placeholder={words.mailboxExample}
          inputMode="email"
          mono
        />
      </Field>
      {draft.password === "" && (
        <SecretField
          label={words.testPassword}
          value={test.password}
          onChange={test.setPassword}
          error={test.form.fieldErrors.password}
          hint={words.testPasswordHint}
        />
      )}
    </CallFormDialog>
  );
}

/** Shows the result of a test message, in the server's words where it has some. */
function TestEmailResult({ result }: { result: TestEmailView & { to: string } }) {
  const found = useInSight<HTMLDivElement>();
  if (result.sent) {
    return (
      <Notice ref={found} tone="ok" role="status" title={words.accepted}>
        {words.acceptedAbout(result.to)}
      </Notice>
    );
  }
  return (
    <Notice ref={found} tone="danger" role="alert" title={words.notSent}>
      {result.error ? (
        <>
          {words.serverSaid} <code className={styles.told}>{result.error}</code>
        </>
      ) : (
        words.noReason
      )}
    </Notice>
  );
}

/** Holds a test message's recipient, password and result. */
function useTestEmail(subject: EmailSubject, draft: Draft, onClose: () => void) {
  const owner = useAccount(subject.accountId)?.owner ?? "";
  const branch = useBranch(subject);
  const [recipient, setRecipient] = useState(() => (mailboxError(owner) ? "" : owner));
  const [password, setPassword] = useState(draft.password);
  const [result, setResult] = useState<TestEmailView & { to: string }>();
  const fieldErrors = { recipient: mailboxError(recipient), password: passwordError(password, false) };
  const branchId = branch.id ?? "";
  const form = useForm(sendingTest(subject), {
    fieldErrors,
    hindered: branch.id === undefined,
    input: () => singleUse(testOf({ ...draft, password }, branchId, recipient)),
    onDone: (sent) => setResult({ ...sent, to: recipient.trim() }),
    onClose,
  });
  const submit = () => {
    setResult(undefined);
    return form.submit();
  };
  return {
    branch,
    recipient,
    setRecipient,
    password,
    setPassword,
    /** The operation without the password. */
    call: branch.id !== undefined &&
      !fieldErrors.recipient && {
        operation: testAt(subject, testOf({ ...draft, password: UNKNOWN_SECRET }, branch.id, recipient)),
        title: words.test,
      },
    form: { ...form, submit },
    result,
  };
}

/** The branch of the integration; the default one where the platform names none. */
function useBranch(subject: EmailSubject) {
  const integrations = useQuery(authIntegrationsQuery(subject));
  const branches = useQuery(branchesQuery(subject.accountId, subject.projectId));
  const ofIntegration = integrations.data?.find(({ branchId }) => branchId !== null)?.branchId;
  const usual = branches.data?.find(({ isDefault }) => isDefault)?.id;
  const id = ofIntegration ?? (integrations.isPending ? undefined : usual);
  const reload = () => {
    void integrations.refetch();
    void branches.refetch();
  };
  return { id, error: id === undefined ? (integrations.error ?? branches.error) : null, reload };
}
