import { useState } from "react";
import { useAccount } from "@/data/account";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { FullPath } from "@/kit/data/FullPath";
import { useRouter } from "@/kit/route/useRouter";
import { removing } from "./mutations";
import { authRoute } from "./pages";
import { useReload } from "./queries";
import type { OnIntegration } from "./subjects";
import { ownershipWords as words } from "./words";

/** Takes the integration away, after asking what becomes of its users. */
export function RemoveAuthDialog({ at }: { at: OnIntegration }) {
  const { accountId, projectName, integration } = at;
  const account = useAccount(accountId);
  const schema = account?.profile.usersSchema ?? words.anySchema;
  const reload = useReload(at);
  const [data, setData] = useState<"keep" | "delete">("keep");
  const deleteData = data === "delete";
  const router = useRouter();
  const form = useForm(removing(at), {
    input: () => ({ deleteData }),
    onDone: (_gone, finish) => {
      // There is one page without auth, and it is the one to come back to once auth is enabled again.
      router.go(authRoute(at, "overview"), { replace: true });
      finish({ title: words.removed(projectName) });
    },
    onRefused: reload,
  });
  const database = integration.database ?? words.anyDatabase;
  return (
    <CallConfirmDialog
      form={form}
      title={words.removeDialog(projectName)}
      confirm={deleteData ? words.removeSubmitAll : words.removeSubmit}
      typeName={deleteData || account?.isProduction ? projectName : undefined}
      blocked={at.locked}
      call={words.removeCall(projectName)}
      failed={words.removeFailed}
      retry
    >
      <FullPath of={[account?.name, projectName, words.removedPath(integration.provider)]} />
      <p>{words.removeEnds}</p>
      <RadioGroup
        label={words.users}
        value={data}
        onChange={setData}
        disabled={form.busy}
        options={[
          {
            value: "keep",
            label: words.keep,
            hint: words.keepAbout(schema, database),
          },
          {
            value: "delete",
            label: words.delete,
            hint: words.deleteAbout(schema, database),
          },
        ]}
      />
    </CallConfirmDialog>
  );
}
