import { useQuery } from "@tanstack/react-query";
import { organizationsQuery } from "@/data/queries";
import type { AccountView } from "@/ipc/generated";
import { KINDS } from "./words";

/** One list of keys that an account can look at. */
export interface KeyTab {
  /** The organization; nothing for one's own keys. */
  id: string | null;
  label: string;
}

const PERSONAL: KeyTab = { id: null, label: KINDS.personal };

/** The lists of keys that an account's own key opens: a person's own, and those of organizations. */
export function useKeyTabs(account: AccountView) {
  const { keyKind } = account;
  const asked = keyKind !== "project" && account.state === "ready";
  const organizations = useQuery({ ...organizationsQuery(account.id), enabled: asked });
  const ofOrganizations = (organizations.data ?? []).map(({ id, name }): KeyTab => ({ id, label: name }));
  const isPersonal = keyKind === null || keyKind === "personal";
  return {
    tabs: isPersonal ? [PERSONAL, ...ofOrganizations] : ofOrganizations,
    /** The organizations are on their way. */
    pending: asked && organizations.isPending,
    error: organizations.error,
    retry: () => void organizations.refetch(),
  };
}
