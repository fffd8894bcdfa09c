import { useState } from "react";
import { viewOf } from "@/data/errors";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { AuthCallButton } from "@/features/calls/AuthCallButton";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { creatingUser, readingUsers } from "./mutations";
import type { OnIntegration } from "./places";
import { faultOfEmail, faultOfUserName } from "./words";

/** Makes a user, then looks for the row that the platform writes to the table. */
export function CreateUserDialog({ at }: { at: OnIntegration }) {
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [tried, setTried] = useState(false);
  const creating = useWork(creatingUser(at));
  const reading = useWork(readingUsers(at));
  const close = useUnask();
  const faults = { email: faultOfEmail(email), name: faultOfUserName(name) };

  const wish = { email: email.trim(), name: name.trim() || null };

  const create = async () => {
    setTried(true);
    if (faults.email || faults.name) return;
    const made = await creating.start(wish);
    if (!made) return;
    close();
    // What comes of it stands above the table.
    await reading.start({ awaited: { id: made.id, email: wish.email } });
  };
  const look = () => {
    close();
    void reading.start({ search: email.trim() });
  };
  const failure = creating.failure?.error;
  const code = failure && viewOf(failure).code;
  const mayBeThere = code === "maybeCreated" || code === "exists";
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void create()}
      title="New user"
      description={`A user of ${at.projectName}, made at the auth provider. Afterwards the users’ table is read until the row is in it, which wakes the compute.`}
      submit="Create user"
      busy={creating.underWay}
      blocked={at.locked}
      aside={
        !faults.email && (
          <AuthCallButton
            at={at}
            title="Create user"
            call={{ kind: "createUser", provider: at.integration.provider, ...wish }}
          />
        )
      }
      after={
        failure && (
          <Failure
            title={TITLES[code ?? ""] ?? "The user was not made"}
            error={failure}
            actions={
              mayBeThere && (
                <Button size="small" onClick={look}>
                  Look in the table
                </Button>
              )
            }
          />
        )
      }
    >
      <Field label="Email" error={tried ? faults.email : undefined}>
        <TextInput type="email" value={email} onChange={setEmail} placeholder="ada@example.com" />
      </Field>
      <Field label="Name" optional hint="What the user is called, up to 255 characters." error={faults.name}>
        <TextInput value={name} onChange={setName} />
      </Field>
    </FormDialog>
  );
}

const TITLES: Record<string, string> = {
  maybeCreated: "The user may have been made",
  exists: "There is a user with this address",
};
