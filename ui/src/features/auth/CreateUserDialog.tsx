import { useState } from "react";
import { viewOf } from "@/data/errors";
import { useWork } from "@/data/work";
import { faultOfEmail } from "@/features/base/email";
import { useForm } from "@/features/base/useForm";
import { authCall } from "@/features/calls/AuthCallButton";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { creatingUser, readingUsers } from "./mutations";
import type { OnIntegration } from "./places";
import { faultOfUserName, userWords as words } from "./words";

/** Makes a user, then looks for the row that the platform writes to the table. */
export function CreateUserDialog({ at }: { at: OnIntegration }) {
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const reading = useWork(readingUsers(at));
  const faults = { email: faultOfEmail(email, words.whose), name: faultOfUserName(name) };

  const request = { email: email.trim(), name: name.trim() || null };
  const form = useForm(creatingUser(at), {
    faults,
    input: () => request,
    onDone: async ({ id }) => {
      form.close();
      // What comes of it stands above the table.
      await reading.start({ awaited: { id, email: request.email } });
    },
  });
  const showInTable = () => {
    form.close();
    void reading.start({ search: email.trim() });
  };
  const code = form.error && viewOf(form.error).code;
  const mayBeThere = code === "maybeCreated" || code === "exists";
  return (
    <CallFormDialog
      form={form}
      title={words.newTitle}
      description={words.newAbout(at.projectName)}
      submit={words.submit}
      blocked={at.locked}
      call={
        !faults.email &&
        authCall(at, words.submit, { kind: "createAuthUser", provider: at.integration.provider, ...request })
      }
      failed={TITLES[code ?? ""] ?? words.failed}
      wayOut={
        mayBeThere && (
          <Button size="small" onClick={showInTable}>
            {words.show}
          </Button>
        )
      }
    >
      <Field label={words.email} error={form.faults.email}>
        <TextInput type="email" value={email} onChange={setEmail} placeholder={words.emailExample} />
      </Field>
      <Field label={words.name} optional hint={words.nameHint} error={faults.name}>
        <TextInput value={name} onChange={setName} />
      </Field>
    </CallFormDialog>
  );
}

const TITLES: Record<string, string> = {
  maybeCreated: words.maybeCreated,
  exists: words.exists,
};
