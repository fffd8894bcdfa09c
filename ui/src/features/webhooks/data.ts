import { keys } from "@/data/keys";
import { operationSpec } from "@/data/mutation";
import { operationQuery } from "@/data/query";
import type { SignInPlace } from "@/features/signIn/subjects";
import type { WebhooksView } from "@/ipc/generated";

export const webhooksQuery = ({ accountId, projectId, branchId }: SignInPlace) =>
  operationQuery([...keys.auth(accountId, projectId), "webhooks", branchId], {
    kind: "authWebhooks",
    accountId,
    projectId,
    branchId,
  });

export const settingWebhooks = (at: SignInPlace) =>
  operationSpec(
    {
      kind: "authSetWebhooks",
      accountId: at.accountId,
      projectId: at.projectId,
      branchId: at.branchId,
    },
    (wanted: WebhooksView) => ({ wanted }),
    { onSuccess: (set, _wanted, client) => client.setQueryData(webhooksQuery(at).queryKey, set) },
  );
