import { useState } from "react";
import { KeyField } from "@/features/accounts/KeyField";
import { faultOfSecret } from "@/features/base/secrets";
import { Button } from "@/kit/control/Button";
import { Facts } from "@/kit/data/Facts";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { draftOf } from "./draft";
import type { EmailSubject } from "./places";
import { TryResult } from "./TryResult";
import { useTry } from "./useTry";
import { addressOf } from "./words";

/** Tries the server that is set, from this machine, without sending anything. */
export function TryServerDialog({ subject }: { subject: EmailSubject }) {
  const { server } = subject;
  const [password, setPassword] = useState("");
  const attempt = useTry({ ...draftOf(server), password });
  const close = useUnask();
  const fault = faultOfSecret(password);
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void (fault === undefined && attempt.start())}
      title="Try the server"
      description="This machine connects, encrypts and logs in, and sends nothing."
      submit="Try the server"
      instead={attempt.running && <Button busy>Try the server</Button>}
      after={<TryResult attempt={attempt} />}
    >
      <Facts
        facts={[
          { term: "Server", detail: addressOf(server) },
          { term: "User name", detail: server.username ?? "not told" },
        ]}
      />
      <KeyField
        label="Password"
        value={password}
        onChange={setPassword}
        error={fault}
        hint="The platform keeps the one that is set to itself. Left empty, the login is not tried."
      />
    </FormDialog>
  );
}
