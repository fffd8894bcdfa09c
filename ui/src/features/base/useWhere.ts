import { useQuery } from "@tanstack/react-query";
import { useAccount } from "@/data/account";
import { projectQuery } from "@/data/queries";
import { lockedWords } from "./words";

/** Whose project it is and what it is called; its id until it is read. */
export function useWhere(accountId: string, projectId: string) {
  const account = useAccount(accountId);
  const project = useQuery(projectQuery(accountId, projectId)).data;
  const locked = lockedWords(account);
  const hasPast = project?.historyRetentionSeconds !== 0;
  return { account, project, projectName: project?.name ?? projectId, locked, hasPast };
}
