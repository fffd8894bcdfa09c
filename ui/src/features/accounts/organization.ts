import { useQuery } from "@tanstack/react-query";
import { organizationsQuery } from "@/data/queries";
import type { AccountView, OrganizationView } from "@/ipc/generated";

/** Remembered where every organization was chosen on purpose: the account's memory keeps what is not said anew. */
export const EVERY = "";

interface ChosenOrganization {
  /** To be sent along; nothing where none is chosen. */
  organizationId: string | null;
  /** True while projects can be neither listed nor made: the platform wants one named, and none is chosen. */
  missing: boolean;
}

/** Which organization counts: the one that was chosen and is still there, or the only one where one must be named. */
export function chosenOrganization(
  account: Pick<AccountView, "organizationId" | "keyKind" | "profile">,
  organizations: readonly OrganizationView[] | undefined,
): ChosenOrganization {
  const needed = needsOne(account);
  const chosen = account.organizationId || null;
  const gone = organizations !== undefined && !organizations.some(({ id }) => id === chosen);
  const [only, ...more] = organizations ?? [];
  if (chosen !== null && !gone) return { organizationId: chosen, missing: false };
  if (needed && only && more.length === 0) return { organizationId: only.id, missing: false };
  return { organizationId: null, missing: needed };
}

/** The organization that a screen shows: the one that is named, the one that was chosen last, or the first. */
export function organizationOf(
  account: AccountView,
  organizations: readonly OrganizationView[] | undefined,
  id?: string,
): OrganizationView | undefined {
  const shown = id ?? chosenOrganization(account, organizations).organizationId;
  return organizations?.find((each) => each.id === shown) ?? organizations?.[0];
}

/** Whether the platform tells an account's organizations: the key of one project reads none. */
export const readsOrganizations = ({ keyKind, state }: AccountView): boolean =>
  keyKind !== "project" && state === "ready";

/** Only a personal key reaches more than one organization; the others are of one by themselves. */
function needsOne({ keyKind, profile }: Pick<AccountView, "keyKind" | "profile">): boolean {
  return profile.needsOrganization && (keyKind === null || keyKind === "personal");
}

/** The organizations of an account and the one that counts. Keys that belong to one are not asked for others. */
export function useOrganization(account: AccountView | undefined) {
  const enabled = account !== undefined && (account.keyKind === null || account.keyKind === "personal");
  const organizations = useQuery({ ...organizationsQuery(account?.id ?? ""), enabled });
  const chosen: ChosenOrganization = account
    ? chosenOrganization(account, organizations.data)
    : { organizationId: null, missing: false };
  return {
    ...chosen,
    organizations: organizations.data ?? [],
    pending: enabled && organizations.isPending,
    error: organizations.error,
    retry: () => void organizations.refetch(),
  };
}
