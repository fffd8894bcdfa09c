import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { keys } from "@/data/keys";
import { operationSpec } from "@/data/mutation";
import { operationQuery } from "@/data/query";
import { call } from "@/ipc/call";
import type { AccountView, InvitationView, MemberPageView, MemberView } from "@/ipc/generated";

/** An organization that is looked at by an account. */
export interface OrganizationSubject {
  accountId: string;
  organizationId: string;
  organizationName: string;
  /** The reason why nothing can be changed here; absent where something can. */
  locked?: string | undefined;
}

export interface MemberSubject extends OrganizationSubject {
  member: MemberView;
  /** It is the account itself. */
  isSelf: boolean;
  /** True for the last admin: without an admin nobody could change members. */
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

/** The largest page that the platform gives, and how many of them are read. */
const PAGE = 500;
const MOST_PAGES = 20;

export const membersQuery = (at: At) =>
  queryOptions({
    queryKey: [...keys.organization(at.accountId, at.organizationId), "members"],
    async queryFn() {
      const members: MemberView[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const read: MemberPageView = await call(memberPage(at, cursor));
        members.push(...read.items);
        cursor = read.next;
        if (cursor === null) break;
      }
      return members;
    },
  });

/** Returns the operation that reads a page of the members. */
export const memberPage = ({ accountId, organizationId }: At, cursor: string | null = null) =>
  ({ kind: "memberList", accountId, organizationId, pageSize: PAGE, cursor }) as const;

export const invitationsQuery = ({ accountId, organizationId }: At) =>
  operationQuery([...keys.organization(accountId, organizationId), "invitations"], {
    kind: "invitationList",
    accountId,
    organizationId,
  });

export const spendingQuery = ({ accountId, organizationId }: At) =>
  operationQuery([...keys.organization(accountId, organizationId), "spending"], {
    kind: "spendingLimitGet",
    accountId,
    organizationId,
  });

/** The members with what is to be known of each, and who of them the account itself is. */
export function useMembers(at: OrganizationSubject, account: AccountView) {
  const query = useQuery(membersQuery(at));
  const user = useQuery({
    queryKey: keys.user(account.id),
    queryFn: () => call({ kind: "userMe", accountId: account.id }),
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

export const inviting = ({ accountId, organizationId }: OrganizationSubject) =>
  operationSpec(
    { kind: "invitationCreate", accountId, organizationId },
    (person: { email: string; role: string }) => person,
    {
      onSuccess: (_done, _invited, client) => {
        void client.invalidateQueries({ queryKey: keys.organization(accountId, organizationId) });
      },
    },
  );

export const changingRole = ({ accountId, organizationId, member: { id, email } }: MemberSubject) =>
  operationSpec(
    { kind: "memberChangeRole", accountId, organizationId, memberId: id, email },
    (role: string) => ({ role }),
    {
      onSuccess: (_done, role, client) => {
        client.setQueryData(membersQuery({ accountId, organizationId }).queryKey, (list) =>
          list?.map((each) => (each.id === id ? { ...each, role } : each)),
        );
      },
    },
  );

export const removingMember = ({ accountId, organizationId, member, isSelf }: MemberSubject) =>
  operationSpec(
    { kind: "memberRemove", accountId, organizationId, memberId: member.id, email: member.email },
    () => ({}),
    {
      onSuccess: (_done, _nothing, client) => {
        client.setQueryData(membersQuery({ accountId, organizationId }).queryKey, (list) =>
          list?.filter(({ id }) => id !== member.id),
        );
        if (isSelf) void client.invalidateQueries({ queryKey: keys.organizations(accountId) });
      },
    },
  );

export const settingLimit = ({ accountId, organizationId }: OrganizationSubject) =>
  operationSpec({ kind: "spendingLimitSet", accountId, organizationId }, (cents: number) => ({ cents }), {
    onSuccess: (limit, _cents, client) => {
      client.setQueryData(spendingQuery({ accountId, organizationId }).queryKey, limit);
    },
  });

export const removingLimit = ({ accountId, organizationId }: OrganizationSubject) =>
  operationSpec({ kind: "spendingLimitRemove", accountId, organizationId }, () => ({}), {
    onSuccess: (_done, _nothing, client) => {
      client.setQueryData(spendingQuery({ accountId, organizationId }).queryKey, { cents: null });
    },
  });

/** Returns the cents of an amount of dollars; `undefined` for another text. */
export function centsOf(text: string): number | undefined {
  const found = /^\$?\s*(\d{1,8})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  if (!found) return undefined;
  const cents = Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
  return cents >= 1 && cents <= MOST_CENTS ? cents : undefined;
}

/** The largest limit that fits into the operation. */
const MOST_CENTS = 4_294_967_295;
