import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { keys } from "@/data/keys";
import type { MutationSpec } from "@/data/mutation";
import { call } from "@/ipc/call";
import type { AccountView, InvitationView, MemberView, SpendingLimitView } from "@/ipc/generated";

/** An organization that is looked at by an account. */
export interface OrganizationSubject {
  accountId: string;
  organizationId: string;
  organizationName: string;
  /** Why nothing can be changed here, where nothing can. */
  locked?: string | undefined;
}

export interface MemberSubject extends OrganizationSubject {
  member: MemberView;
  /** It is the account itself. */
  isSelf: boolean;
  /** Without them nobody could change members. */
  isLastAdmin: boolean;
}

export interface InvitationSubject extends OrganizationSubject {
  invitation: InvitationView;
}

declare module "@/kit/action/action" {
  interface Subjects {
    organization: OrganizationSubject;
    spendingLimit: OrganizationSubject & { cents: number | null };
    member: MemberSubject;
    invitation: InvitationSubject;
  }
}

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    invitePerson: { at: OrganizationSubject };
    memberRole: { subject: MemberSubject };
    removeMember: { subject: MemberSubject };
    spendingLimit: { at: OrganizationSubject; cents: number | null };
    removeSpendingLimit: { at: OrganizationSubject };
  }
}

type At = Pick<OrganizationSubject, "accountId" | "organizationId">;

const keyOf = ({ accountId, organizationId }: At) => keys.organization(accountId, organizationId);

/** The largest page that the platform gives, and how many of them are read. */
const PAGE = 500;
const MOST_PAGES = 20;

export const membersQuery = (at: At) =>
  queryOptions({
    queryKey: [...keyOf(at), "members"],
    async queryFn() {
      const members: MemberView[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const read = await readPage(at, cursor);
        members.push(...read.items);
        cursor = read.next;
        if (cursor === null) break;
      }
      return members;
    },
  });

const readPage = ({ accountId, organizationId }: At, cursor: string | null) =>
  call.memberList(accountId, organizationId, PAGE, cursor);

export const invitationsQuery = (at: At) =>
  queryOptions({
    queryKey: [...keyOf(at), "invitations"],
    queryFn: () => call.invitationList(at.accountId, at.organizationId),
  });

export const spendingQuery = (at: At) =>
  queryOptions({
    queryKey: [...keyOf(at), "spending"],
    queryFn: () => call.spendingLimitGet(at.accountId, at.organizationId),
  });

/** The members with what is to be known of each, and who of them the account itself is. */
export function useMembers(at: OrganizationSubject, account: AccountView) {
  const query = useQuery(membersQuery(at));
  const user = useQuery({
    queryKey: keys.user(account.id),
    queryFn: () => call.userMe(account.id),
    // The key of an organization belongs to nobody.
    enabled: account.keyKind === "personal",
  }).data;
  const { data } = query;
  const rows = useMemo(() => data && subjectsOf(at, data, user?.id), [at, data, user?.id]);
  const self = rows?.find(({ isSelf }) => isSelf);
  return { query, rows, isAdmin: self === undefined || self.member.role === "admin" };
}

function subjectsOf(
  at: OrganizationSubject,
  members: readonly MemberView[],
  userId: string | undefined,
): MemberSubject[] {
  const admins = members.filter(({ role }) => role === "admin").length;
  return members.map((member) => ({
    ...at,
    member,
    isSelf: member.userId === userId,
    isLastAdmin: member.role === "admin" && admins === 1,
  }));
}

/** Invitations of those who are no members yet: the platform keeps those that were accepted. */
export function openInvitations(
  invitations: readonly InvitationView[],
  members: readonly MemberView[] | undefined,
): InvitationView[] {
  const joined = new Set(members?.map(({ email }) => email.toLowerCase()));
  return invitations.filter(({ email }) => !joined.has(email.toLowerCase()));
}

export const inviting = (at: OrganizationSubject): MutationSpec<null, { email: string; role: string }> => ({
  key: ["organization", "invite", at.accountId, at.organizationId],
  run: ({ email, role }) => call.invitationCreate(at.accountId, at.organizationId, email, role),
  onSuccess: (_done, _invited, client) => void client.invalidateQueries({ queryKey: keyOf(at) }),
});

export const changingRole = (at: MemberSubject): MutationSpec<null, string> => ({
  key: ["organization", "role", at.accountId, at.organizationId, at.member.id],
  run: (role) => call.memberChangeRole(at.accountId, at.organizationId, at.member.id, role, at.member.email),
  onSuccess: (_done, role, client) => {
    client.setQueryData(membersQuery(at).queryKey, (list) =>
      list?.map((each) => (each.id === at.member.id ? { ...each, role } : each)),
    );
  },
});

export const removingMember = (at: MemberSubject): MutationSpec<null, void> => ({
  key: ["organization", "remove", at.accountId, at.organizationId, at.member.id],
  run: () => call.memberRemove(at.accountId, at.organizationId, at.member.id, at.member.email),
  onSuccess: (_done, _nothing, client) => {
    client.setQueryData(membersQuery(at).queryKey, (list) => list?.filter(({ id }) => id !== at.member.id));
    if (at.isSelf) void client.invalidateQueries({ queryKey: keys.organizations(at.accountId) });
  },
});

export const settingLimit = (at: OrganizationSubject): MutationSpec<SpendingLimitView, number> => ({
  key: ["organization", "limit", at.accountId, at.organizationId],
  run: (cents) => call.spendingLimitSet(at.accountId, at.organizationId, cents),
  onSuccess: (limit, _cents, client) => client.setQueryData(spendingQuery(at).queryKey, limit),
});

export const removingLimit = (at: OrganizationSubject): MutationSpec<null, void> => ({
  key: ["organization", "noLimit", at.accountId, at.organizationId],
  run: () => call.spendingLimitRemove(at.accountId, at.organizationId),
  onSuccess: (_done, _nothing, client) => client.setQueryData(spendingQuery(at).queryKey, { cents: null }),
});

/** The cents of an amount of dollars; nothing for what is none. */
export function centsOf(text: string): number | undefined {
  const found = /^\$?\s*(\d{1,8})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  if (!found) return undefined;
  const cents = Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
  return cents >= 1 && cents <= MOST_CENTS ? cents : undefined;
}

/** What fits into the command. */
const MOST_CENTS = 4_294_967_295;
