import type { QueryClient } from "@tanstack/react-query";
import { accountsQuery, databasesQuery } from "@/data/queries";
import type { Work } from "@/data/work";
import { call } from "@/ipc/call";
import type { ConnectSource } from "@/ipc/generated";
import { quickKey } from "./mutations";
import type { BranchRef, BranchSubject } from "./places";

const refOf = ({ accountId, projectId, branch }: BranchSubject): BranchRef => ({
  accountId,
  projectId,
  branchId: branch.id,
});

const keyOf = ({ accountId, projectId, branch }: BranchSubject, verb: string) => [
  ...quickKey(accountId, projectId),
  branch.id,
  verb,
];

/** Puts the pooled connection string on the clipboard without it passing through the window. */
export const copyingOf = (subject: BranchSubject): Work<number, void> => ({
  key: keyOf(subject, "copy"),
  about: refOf(subject),
  run: async (_nothing, client) => call.connectCopy(await sourceOf(subject, true, client), "pooled"),
});

export const psqlOf = (subject: BranchSubject): Work<null, void> => ({
  key: keyOf(subject, "psql"),
  about: refOf(subject),
  run: async (_nothing, client) => call.connectPsql(await sourceOf(subject, false, client), []),
});

/** The branch's usual database and the role that owns it: that of the platform, else the first there is. */
async function sourceOf(
  subject: BranchSubject,
  pooled: boolean,
  client: QueryClient,
): Promise<ConnectSource> {
  const { accountId, projectId, branch } = subject;
  const [accounts, databases] = await Promise.all([
    client.ensureQueryData(accountsQuery),
    client.ensureQueryData(databasesQuery(accountId, projectId, branch.id)),
  ]);
  const profile = accounts.find(({ id }) => id === accountId)?.profile;
  const found = databases.find(({ name }) => name === profile?.database) ?? databases[0];
  const database = found?.name ?? profile?.database ?? "";
  const role = found?.owner ?? profile?.role ?? "";
  return {
    kind: "project",
    accountId,
    projectId,
    wish: { database, role, branchId: branch.id, computeId: null, pooled },
  };
}
