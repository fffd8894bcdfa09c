import type { AccountView, CreateKey } from "@/ipc/generated";
import type { KeyTab } from "./useKeyTabs";

/** What a key may open. */
export type KeyKindChoice = "personal" | "organization" | "project";

interface KindWords {
  kind: KeyKindChoice;
  label: string;
  /** What it may do, what it may not, and how long. */
  hint: string;
}

/** The three kinds, each with what it may do, by the platform's own rules. */
export const KINDS: readonly KindWords[] = [
  {
    kind: "personal",
    label: "Personal",
    hint: "May do all that you can, in your own projects and in every organization until you leave it.",
  },
  {
    kind: "organization",
    label: "Organization",
    hint: "Opens all projects of one organization, whoever comes or goes. Only an administrator can make one.",
  },
  {
    kind: "project",
    label: "One project",
    hint: "Opens one project as a member would: it can neither delete it, nor make projects, nor act for the organization.",
  },
];

/** Why a kind cannot be chosen; nothing for one that can. */
export function kindBlocked(kind: KeyKindChoice, organizations: readonly KeyTab[]): string | undefined {
  if (kind === "personal" || organizations.length > 0) return undefined;
  return "This account is in no organization, and such keys are made within one.";
}

/** What is typed into the dialog. */
export interface KeyDraft {
  kind: KeyKindChoice;
  name: string;
  organizationId: string | null;
  projectId: string | null;
}

export type KeyFaults = Partial<Record<"name" | "organizationId" | "projectId", string>>;

/** The draft as the core is asked. */
export function requestOf({ kind, name, organizationId, projectId }: KeyDraft): CreateKey {
  return {
    name: name.trim(),
    organizationId: kind === "personal" ? null : organizationId,
    projectId: kind === "project" ? projectId : null,
  };
}

/** Which organization is meant first: that of the list, that of the account, or the only one. */
export function firstOrganization(
  given: string | null,
  account: Pick<AccountView, "organizationId"> | undefined,
  organizations: readonly KeyTab[],
): string | null {
  const ids = organizations.map(({ id }) => id);
  if (given !== null) return given;
  if (account?.organizationId && ids.includes(account.organizationId)) return account.organizationId;
  return ids.length === 1 ? (ids[0] ?? null) : null;
}
