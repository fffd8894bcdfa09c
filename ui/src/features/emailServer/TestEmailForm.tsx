import { Failure } from "@/features/accounts/Failure";
import { KeyField } from "@/features/accounts/KeyField";
import { AuthCallButton } from "@/features/calls/AuthCallButton";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { Facts } from "@/kit/data/Facts";
import { FormDialog } from "@/kit/overlay/FormDialog";
import type { Draft } from "./draft";
import type { EmailSubject } from "./places";
import { TestEmailResult } from "./TestEmailResult";
import { useTestEmail } from "./useTestEmail";
import { addressOf, senderOf } from "./words";

interface TestEmailFormProps {
  subject: EmailSubject;
  /** The server that it goes through, saved or not. */
  draft: Draft;
  onClose(): void;
}

/** Has the platform send one message through a server. It stays open, so that it can be sent again. */
export function TestEmailForm({ subject, draft, onClose }: TestEmailFormProps) {
  const test = useTestEmail(subject, draft);
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={() => void test.send()}
      title="Send a test mail"
      description="The platform connects to the server itself and sends one message through it."
      submit="Send test mail"
      disposable
      busy={test.underWay}
      aside={test.call && <AuthCallButton at={subject} title="Send test mail" call={test.call} />}
      blocked={subject.locked}
      after={
        <>
          {test.branch.error && (
            <Failure
              title="The integration’s branch could not be read"
              error={test.branch.error}
              onRetry={test.branch.lookAgain}
            />
          )}
          {test.failure && <Failure title="The test mail was not sent" error={test.failure.error} />}
          {test.result && !test.underWay && <TestEmailResult result={test.result} />}
        </>
      }
    >
      <Facts
        facts={[
          { term: "Through", detail: `${addressOf(draft)} as ${draft.username}` },
          { term: "From", detail: senderOf(draft) },
        ]}
      />
      <Field label="To" hint="A mailbox that you can look into." error={test.faults.recipient}>
        <TextInput
          value={test.recipient}
          onChange={test.setRecipient}
          placeholder="name@example.com"
          inputMode="email"
          mono
        />
      </Field>
      {draft.password === "" && (
        <KeyField
          label="Password of the server"
          value={test.password}
          onChange={test.setPassword}
          error={test.faults.password}
          hint="The platform keeps the one that is set to itself and does not use it for this, so it is needed once more. It is used for this message only."
        />
      )}
    </FormDialog>
  );
}
