import { useState } from "react";
import { useAccount } from "@/data/account";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { AuthCallButton } from "@/features/calls/AuthCallButton";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { FullPath } from "@/kit/data/FullPath";
import { useUnask } from "@/kit/overlay/asked";
import { ConfirmDialog } from "@/kit/overlay/ConfirmDialog";
import { removing } from "./mutations";
import type { OnIntegration } from "./places";
import { useLookAgain } from "./queries";

/** Takes the integration away, after asking what becomes of its users. */
export function RemoveAuthDialog({ at }: { at: OnIntegration }) {
  const { accountId, projectName, integration } = at;
  const account = useAccount(accountId);
  const schema = account?.profile.usersSchema ?? "of the users";
  const close = useUnask();
  const work = useWork(removing(at));
  const lookAgain = useLookAgain(at);
  const [data, setData] = useState<"keep" | "delete">("keep");
  const deleteData = data === "delete";
  const remove = async () => {
    if (await work.start({ deleteData })) close();
    else lookAgain();
  };
  const database = integration.database ?? "the database";
  return (
    <ConfirmDialog
      open
      onClose={close}
      onConfirm={() => void remove()}
      title={`Remove auth from ${projectName}?`}
      confirm={deleteData ? "Remove auth and users" : "Remove auth"}
      typeName={deleteData || account?.isProduction ? projectName : undefined}
      blocked={at.locked}
      busy={work.underWay}
      aside={
        <AuthCallButton
          at={at}
          title={`Remove auth from ${projectName}`}
          call={{ kind: "remove", provider: integration.provider, deleteData }}
        />
      }
      error={
        work.failure && (
          <Failure title="Auth was not removed" error={work.failure.error} onRetry={() => void remove()} />
        )
      }
    >
      <FullPath>
        {[account?.name, projectName, `auth with ${integration.provider}`].filter(Boolean).join(" / ")}
      </FullPath>
      <p>
        Nobody can log in through it any more. Its SDK keys, OAuth providers, email server and trusted domains
        go with it, and enabling auth again makes a new project at the auth provider.
      </p>
      <RadioGroup
        label="Users in the database"
        value={data}
        onChange={setData}
        disabled={work.underWay}
        options={[
          {
            value: "keep",
            label: "Keep them",
            hint: `The schema ${schema} stays in ${database} with its rows. Nothing is written to it any more.`,
          },
          {
            value: "delete",
            label: "Delete them",
            hint: `The schema ${schema} goes from ${database} with all its users. This cannot be undone.`,
          },
        ]}
      />
    </ConfirmDialog>
  );
}
