import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { keys } from "@/data/keys";
import { accountsQuery, projectQuery } from "@/data/queries";
import { perform, type Work } from "@/data/work";
import { call } from "@/ipc/call";

/**
 * What opening a project sets going, once each time: its operations are followed, it is remembered as the last one, and
 * its account is the one that the window shows.
 */
const opening = (accountId: string, projectId: string): Work<void, void> => ({
  key: ["project", "open", accountId, projectId],
  async run(_nothing, client) {
    const accounts = await client.ensureQueryData(accountsQuery);
    const account = accounts.find(({ id }) => id === accountId);
    if (!account) return;
    if (!account.isCurrent) {
      await call.accountChoose(accountId);
      await client.invalidateQueries({ queryKey: keys.accounts });
    }
    await Promise.all([
      call.accountRemember(accountId, null, projectId),
      call.operationFollow(accountId, projectId),
    ]);
    // What ended between the reading of the record and the look at its operations is told by nobody.
    const record = projectQuery(accountId, projectId);
    const { isLocked } = await client.ensureQueryData(record);
    if (isLocked) await client.refetchQueries({ queryKey: record.queryKey, exact: true });
  },
});

/** None of it is worth a word when it fails: the project itself says what is wrong with the account. */
export function useOpening(accountId: string, projectId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    perform(client, opening(accountId, projectId), undefined).catch(() => {});
  }, [client, accountId, projectId]);
}
