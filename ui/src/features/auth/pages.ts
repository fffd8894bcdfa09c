import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useAccount } from "@/data/account";
import { authIntegrationsQuery } from "@/data/queries";
import { useSearchSource } from "@/kit/action/useActions";
import type { Route } from "@/kit/route/route";
import { useRouter } from "@/kit/route/useRouter";
import { AUTH_PAGES, type AuthPage } from "./subjects";
import { PAGE_WORDS, words } from "./words";

/** The page that an address names; the overview for one that there is not. */
export function authPageOf(text: string | undefined): AuthPage {
  return AUTH_PAGES.find((page) => page === text) ?? "overview";
}

/** The pages that a platform has: how people sign in is set by branch. */
export function authPagesOf(isByBranch: boolean): readonly AuthPage[] {
  return AUTH_PAGES.filter((page) => page !== "signIn" || isByBranch);
}

/** Where a page of a project's Auth tab is. */
export function authRoute(at: { accountId: string; projectId: string }, page: AuthPage): Route {
  return {
    screen: "project",
    account: at.accountId,
    id: at.projectId,
    tab: "auth",
    ...(page !== "overview" && { page }),
  };
}

/** Lets the palette go to each page of a project's Auth tab: only to the first one where auth is known to be off. */
export function useAuthPagesInPalette(accountId: string, projectId: string): void {
  const router = useRouter();
  // Nothing is asked for the palette: the tab has read the list, or nobody knows.
  const { data: list } = useQuery({ ...authIntegrationsQuery(accountId, projectId), enabled: false });
  const isOff = list?.length === 0;
  const isByBranch = useAccount(accountId)?.profile.authByBranch ?? false;
  const items = useCallback(
    () =>
      authPagesOf(isByBranch)
        .filter((page) => !isOff || page === "overview")
        .map((page) => ({
          id: `auth.${page}`,
          title: words.goTo(PAGE_WORDS[page]),
          icon: "user" as const,
          keywords: words.goToKeywords,
          run: () => router.go(authRoute({ accountId, projectId }, page)),
        })),
    [router, accountId, projectId, isOff, isByBranch],
  );
  useSearchSource(words.goToGroup, items);
}
