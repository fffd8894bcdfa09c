import { useState } from "react";
import { viewOf } from "@/data/errors";
import { useMutationSpec } from "@/data/mutation";
import { emailError } from "@/features/base/email";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { creatingUser, readingUsers } from "./mutations";
import type { OnIntegration } from "./subjects";
import { userNameError, userWords as words } from "./words";

/** Makes a user, then looks for the row that the platform writes to the table. */
export function CreateUserDialog({ at }: { at: OnIntegration }) {
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const reading = useMutationSpec(readingUsers(at));
  const fieldErrors = { email: emailError(email, words.whose), name: userNameError(name) };

  const request = { email: email.trim(), name: name || null };
  const form = useForm(creatingUser(at), {
    fieldErrors,
    input: () => request,
    onDone: async ({ id }) => {
      form.close();
      // The page shows the result above the table.
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
      call={words.submit}
      failed={TITLES[code ?? ""] ?? words.failed}
      wayOut={
        mayBeThere && (
          <Button size="small" onClick={showInTable}>
            {words.show}
          </Button>
        )
      }
    >
      <Field label={words.email} error={form.fieldErrors.email}>
        <TextInput type="email" value={email} onChange={setEmail} placeholder={words.emailExample} />
      </Field>
      <Field label={words.name} optional hint={words.nameHint} error={fieldErrors.name}>
        <TextInput value={name} onChange={setName} />
      </Field>
    </CallFormDialog>
  );
}

const TITLES: Record<string, string> = {
  maybeCreated: words.maybeCreated,
  exists: words.exists,
};
