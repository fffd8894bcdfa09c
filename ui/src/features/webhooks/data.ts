import { queryOptions } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import type { MutationSpec } from "@/data/mutation";
import type { SignInPlace } from "@/features/signIn/subjects";
import { call } from "@/ipc/call";
import type { WebhooksView } from "@/ipc/generated";

export const webhooksQuery = ({ accountId, projectId, branchId }: SignInPlace) =>
  queryOptions({
    queryKey: [...keys.auth(accountId, projectId), "webhooks", branchId],
    queryFn: () => call.authWebhooks(accountId, projectId, branchId),
  });

export const settingWebhooks = (at: SignInPlace): MutationSpec<WebhooksView, WebhooksView> => ({
  key: ["webhooks", "set", at.accountId, at.projectId, at.branchId],
  run: (wanted) => call.authSetWebhooks(at.accountId, at.projectId, at.branchId, wanted),
  onSuccess: (set, _wanted, client) => client.setQueryData(webhooksQuery(at).queryKey, set),
});
