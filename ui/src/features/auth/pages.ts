import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useAccount } from "@/data/account";
import { type AuthAt, authIntegrationsQuery, branchesQuery } from "@/data/queries";
import { chosenBranch } from "@/features/databases/branches";
import { useSearchSource } from "@/kit/action/useActions";
import type { Route } from "@/kit/route/route";
import { useRoute, useRouter } from "@/kit/route/useRouter";
import { AUTH_PAGES, type AuthPage } from "./subjects";
import { PAGE_WORDS, words } from "./words";

/** The page that an address names; the overview for one that there is not. */
export function authPageOf(text: string | undefined): AuthPage {
  return AUTH_PAGES.find((page) => page === text) ?? "overview";
}

/** Pages of what a platform has by branch alone. */
const OF_BRANCH: readonly AuthPage[] = ["signIn", "webhooks"];

/** The pages that a platform has. */
export function authPagesOf(isByBranch: boolean): readonly AuthPage[] {
  return AUTH_PAGES.filter((page) => isByBranch || !OF_BRANCH.includes(page));
}

/** Where a page of a project's Auth tab is. */
export function authRoute(at: AuthAt, page: AuthPage): Route {
  return {
    screen: "project",
    account: at.accountId,
    id: at.projectId,
    tab: "auth",
    ...(at.branchId != null && { branch: at.branchId }),
    ...(page !== "overview" && { page }),
  };
}

/**
 * The branch whose auth is shown where each has its own: the one that the address names, else the default one. The branches
 * are asked for only if `asks`.
 */
export function useAuthBranch(accountId: string, projectId: string, asks: boolean) {
  const isByBranch = useAccount(accountId)?.profile.authByBranch ?? false;
  const route = useRoute();
  const wanted = route.screen === "project" ? route.branch : undefined;
  const branches = useQuery({ ...branchesQuery(accountId, projectId), enabled: asks && isByBranch });
  const branch = isByBranch ? chosenBranch(branches.data, wanted) : undefined;
  return { isByBranch, branches, branch, wanted };
}

/** Lets the palette go to each page of a project's Auth tab: only to the first one where auth is known to be off. */
export function useAuthPagesInPalette(accountId: string, projectId: string): void {
  const router = useRouter();
  // Nothing is asked for the palette: the tab has read the list, or nobody knows.
  const { isByBranch, branch } = useAuthBranch(accountId, projectId, false);
  const branchId = branch?.id ?? null;
  const at = { accountId, projectId, branchId };
  const { data: list } = useQuery({ ...authIntegrationsQuery(at), enabled: false });
  const isOff = list?.length === 0;
  const items = useCallback(
    () =>
      authPagesOf(isByBranch)
        .filter((page) => !isOff || page === "overview")
        .map((page) => ({
          id: `auth.${page}`,
          title: words.goTo(PAGE_WORDS[page]),
          icon: "user" as const,
          keywords: words.goToKeywords,
          run: () => router.go(authRoute({ accountId, projectId, branchId }, page)),
        })),
    [router, accountId, projectId, branchId, isOff, isByBranch],
  );
  useSearchSource(words.goToGroup, items);
}
