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
import { faultOfUserName } from "./words";

/** Makes a user, then looks for the row that the platform writes to the table. */
export function CreateUserDialog({ at }: { at: OnIntegration }) {
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const reading = useWork(readingUsers(at));
  const faults = { email: faultOfEmail(email, "the user’s"), name: faultOfUserName(name) };

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
      title="New user"
      description={`A user of ${at.projectName}, created at the auth provider. Then the users table is read until the row arrives, which starts the compute.`}
      submit="Create user"
      blocked={at.locked}
      call={
        !faults.email &&
        authCall(at, "Create user", { kind: "createUser", provider: at.integration.provider, ...request })
      }
      failed={TITLES[code ?? ""] ?? "The user was not created"}
      wayOut={
        mayBeThere && (
          <Button size="small" onClick={showInTable}>
            Show users
          </Button>
        )
      }
    >
      <Field label="Email" error={form.faults.email}>
        <TextInput type="email" value={email} onChange={setEmail} placeholder="ada@example.com" />
      </Field>
      <Field label="Name" optional hint="At most 255 characters." error={faults.name}>
        <TextInput value={name} onChange={setName} />
      </Field>
    </CallFormDialog>
  );
}

const TITLES: Record<string, string> = {
  maybeCreated: "The user may have been created",
  exists: "A user with this address already exists",
};
