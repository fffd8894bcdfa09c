import { queryOptions } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { operationSpec } from "@/data/mutation";
import { standOf } from "@/features/branches/schema/queries";
import { call } from "@/ipc/call";
import type { AdvisorIssueView, BranchView, IssueLevel } from "@/ipc/generated";
import { type Action, actionOn } from "@/kit/action/action";
import { groupBy } from "@/kit/groupBy";
import { ACTIONS } from "./words";

/** A database that advisors can look at. */
export interface AdvisedDatabase {
  accountId: string;
  projectId: string;
  branchId: string;
  branchName: string;
  database: string;
  /** How the branch stands now: after a reset it is another one. */
  stand: string;
}

declare module "@/kit/action/action" {
  interface Subjects {
    advisors: AdvisedDatabase;
  }
}

/** Read by a click alone, since a check wakes a compute. What was found is kept while other tabs are shown. */
export const advisorsQuery = ({ accountId, projectId, branchId, database, stand }: AdvisedDatabase) => {
  const operation = { kind: "advisorList", accountId, projectId, branchId, database } as const;
  const query = queryOptions({
    queryKey: [...keys.advisors(accountId, projectId), branchId, database],
    queryFn: async () => ({ issues: await call(operation), stand }),
    enabled: false,
    retry: false,
  });
  return { ...query, operation };
};

/** Returns the database with the branch's present state, which the issues are about. */
export const advised = (
  at: { accountId: string; projectId: string },
  branch: BranchView,
  database: string,
): AdvisedDatabase => ({
  accountId: at.accountId,
  projectId: at.projectId,
  branchId: branch.id,
  branchName: branch.name,
  database,
  stand: standOf(branch),
});

/** Opens a page that tells what to do in the browser. */
export const openingPage = operationSpec({ kind: "advisorOpen" }, (url: string) => ({ url }), {
  reads: true,
});

/** All cases of one thing that is looked for. */
export interface IssueGroup {
  key: string;
  first: AdvisorIssueView;
  cases: readonly AdvisorIssueView[];
}

/** The cases of each thing that is looked for together, in the order of the list. */
export function grouped(issues: readonly AdvisorIssueView[]): readonly IssueGroup[] {
  const groups = groupBy(issues, ({ title, level, description }) => `${level} ${title} ${description}`);
  return [...groups].flatMap(([key, cases]) => {
    const [first] = cases;
    return first ? [{ key, first, cases }] : [];
  });
}

const ORDER: readonly IssueLevel[] = ["error", "warning", "info", "other"];

/** How many there are of each level, the worst first. */
export function counts(issues: readonly AdvisorIssueView[]): readonly { level: IssueLevel; count: number }[] {
  const of = (level: IssueLevel) => issues.filter((issue) => issue.level === level).length;
  return ORDER.map((level) => ({ level, count: of(level) })).filter(({ count }) => count > 0);
}

/** Everything that can be done with advisors. */
export const advisorActions: readonly Action[] = [
  actionOn({
    id: "advisors.run",
    about: "advisors",
    group: ACTIONS.group,
    ...ACTIONS.run,
    icon: "pulse",
    keywords: "advisors issues security performance lint index",
    run: (at, { client }) => client.prefetchQuery({ ...advisorsQuery(at), staleTime: 0 }),
  }),
];
