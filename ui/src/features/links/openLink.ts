import type { QueryClient } from "@tanstack/react-query";
import { viewOf } from "@/data/errors";
import { accountsQuery, appInfoQuery } from "@/data/queries";
import { call } from "@/ipc/call";
import type { DeepLinkView } from "@/ipc/generated";
import type { Route } from "@/kit/route/route";
import type { Router } from "@/kit/route/router";
import { type LinkedProject, setLinkProblem } from "./problem";

/** Shows where the newest link leads that came and was not shown yet. It only goes there. */
export async function openNewest(client: QueryClient, router: Router<Route>): Promise<void> {
  try {
    const link = await call({ kind: "deepLinkTake" });
    if (link === null) return;
    const { firstRun } = await client.ensureQueryData(appInfoQuery);
    if (firstRun) setLinkProblem(link.kind === "refused" ? link : { kind: "welcome" });
    else await open(link, client, router);
  } catch (error) {
    setLinkProblem({ kind: "failed", error: viewOf(error) });
  }
}

async function open(link: DeepLinkView, client: QueryClient, router: Router<Route>): Promise<void> {
  switch (link.kind) {
    case "refused":
    case "unknownProject":
    case "unknownTemporary":
    case "unknownOperation":
      setLinkProblem(link);
      return;
    case "screen":
      router.go({ screen: link.screen });
      break;
    case "temporary":
      router.go({ screen: "temporary", id: link.id });
      break;
    case "operation":
      router.go({ screen: "history", id: link.id });
      break;
    case "project":
      await openProject(link, client, router);
      return;
  }
  setLinkProblem(undefined);
}

/** In the current account. To show one of another account would make that one current: this takes a click. */
async function openProject(
  link: LinkedProject & { accountId: string },
  client: QueryClient,
  router: Router<Route>,
): Promise<void> {
  const accounts = await client.ensureQueryData(accountsQuery);
  const account = accounts.find(({ id }) => id === link.accountId);
  if (account && !account.isCurrent) {
    setLinkProblem({ kind: "otherAccount", account, project: link });
    return;
  }
  router.go(projectRoute(link.accountId, link));
  setLinkProblem(undefined);
}

/** The project of a link in an account, with the branch where the link names one. */
export function projectRoute(account: string, { projectId, branchId }: LinkedProject): Route {
  const branch = branchId !== null && { tab: "branches", branch: branchId };
  return { screen: "project", account, id: projectId, ...branch };
}
