import { useState } from "react";
import { useAccount } from "@/data/account";
import { useForm } from "@/features/base/useForm";
import { authCall } from "@/features/calls/AuthCallButton";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { FullPath } from "@/kit/data/FullPath";
import { removing } from "./mutations";
import type { OnIntegration } from "./places";
import { useReload } from "./queries";

/** Takes the integration away, after asking what becomes of its users. */
export function RemoveAuthDialog({ at }: { at: OnIntegration }) {
  const { accountId, projectName, integration } = at;
  const account = useAccount(accountId);
  const schema = account?.profile.usersSchema ?? "of the users";
  const reload = useReload(at);
  const [data, setData] = useState<"keep" | "delete">("keep");
  const deleteData = data === "delete";
  const form = useForm(removing(at), { input: () => ({ deleteData }), onRefused: reload });
  const database = integration.database ?? "the database";
  return (
    <CallConfirmDialog
      form={form}
      title={`Remove auth from ${projectName}?`}
      confirm={deleteData ? "Remove auth and users" : "Remove auth"}
      typeName={deleteData || account?.isProduction ? projectName : undefined}
      blocked={at.locked}
      call={authCall(at, `Remove auth from ${projectName}`, {
        kind: "remove",
        provider: integration.provider,
        deleteData,
      })}
      failed="Auth was not removed"
      retry
    >
      <FullPath of={[account?.name, projectName, `auth with ${integration.provider}`]} />
      <p>
        Users can no longer sign in. The SDK keys, OAuth providers, email server and trusted domains are
        deleted. Enabling auth again creates a new project at the auth provider.
      </p>
      <RadioGroup
        label="Users in the database"
        value={data}
        onChange={setData}
        disabled={form.busy}
        options={[
          {
            value: "keep",
            label: "Keep them",
            hint: `The schema ${schema} stays in ${database} with its rows. It no longer receives updates.`,
          },
          {
            value: "delete",
            label: "Delete them",
            hint: `Deletes the schema ${schema} from ${database} with all its users. This cannot be undone.`,
          },
        ]}
      />
    </CallConfirmDialog>
  );
}
