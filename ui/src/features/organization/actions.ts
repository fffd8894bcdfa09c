import { copyAction } from "@/features/base/actions";
import { textActions } from "@/features/calls/copying";
import type { AccountView } from "@/ipc/generated";
import { type Action, actionOn, type Tools } from "@/kit/action/action";
import { openDialog } from "@/kit/overlay/dialogs";
import type { MemberSubject } from "./organization";
import { invitationsQuery, memberPage } from "./organization";
import { ACTIONS, BLOCKED, GROUPS } from "./words";

const lastAdmin = ({ locked, isLastAdmin }: MemberSubject): string | undefined =>
  locked ?? (isLastAdmin ? BLOCKED.lastAdmin : undefined);

const opening =
  (tab: string) =>
  ({ id }: AccountView, { router }: Tools) =>
    router.go({ screen: "organization", account: id, tab });

/** The places of an account's organization, in the menu of the account. */
const placeActions: readonly Action[] = [
  actionOn({
    id: "organization.members",
    about: "account",
    group: GROUPS.ofAccount,
    ...ACTIONS.openMembers,
    icon: "user",
    shortcut: "G O",
    opens: true,
    keywords: "organization team people colleagues",
    blocked: ({ keyKind }) => (keyKind === "project" ? BLOCKED.projectKey : undefined),
    run: opening("members"),
  }),
  actionOn({
    id: "organization.invitations",
    about: "account",
    group: GROUPS.ofAccount,
    ...ACTIONS.openInvitations,
    icon: "mail",
    opens: true,
    keywords: "organization team people invite",
    when: ({ keyKind }) => keyKind !== "project",
    run: opening("invitations"),
  }),
  actionOn({
    id: "organization.spending",
    about: "account",
    group: GROUPS.ofAccount,
    ...ACTIONS.openSpending,
    icon: "coins",
    opens: true,
    keywords: "organization billing budget money cost limit",
    when: ({ keyKind }) => keyKind !== "project",
    run: opening("spending"),
  }),
];

/** Everything that a button or a menu does to an organization. */
export const organizationActions: readonly Action[] = [
  ...placeActions,
  actionOn({
    id: "organization.invite",
    about: "organization",
    group: GROUPS.organization,
    ...ACTIONS.invite,
    icon: "plus",
    keywords: "member invitation add team",
    blocked: ({ locked }) => locked,
    run: (at) => openDialog({ dialog: "invitePerson", at }),
  }),
  actionOn({
    id: "spendingLimit.set",
    about: "spendingLimit",
    group: GROUPS.organization,
    ...ACTIONS.setLimit,
    icon: "pencil",
    keywords: "billing budget money cost",
    blocked: ({ locked }) => locked,
    run: ({ cents, ...at }) => openDialog({ dialog: "spendingLimit", at, cents }),
  }),
  actionOn({
    id: "spendingLimit.remove",
    about: "spendingLimit",
    group: GROUPS.remove,
    ...ACTIONS.removeLimit,
    icon: "trash",
    danger: true,
    keywords: "billing budget money cost",
    when: ({ cents }) => cents !== null,
    blocked: ({ locked }) => locked,
    run: (at) => openDialog({ dialog: "removeSpendingLimit", at }),
  }),
  actionOn({
    id: "member.role",
    about: "member",
    group: GROUPS.member,
    ...ACTIONS.changeRole,
    icon: "pencil",
    keywords: "admin permission rights",
    blocked: lastAdmin,
    run: (subject) => openDialog({ dialog: "memberRole", subject }),
  }),
  copyAction({
    id: "member.copyEmail",
    about: "member",
    group: GROUPS.member,
    ...ACTIONS.copyEmail,
    text: ({ member }) => member.email,
  }),
  ...textActions({
    id: "member",
    about: "member",
    group: GROUPS.member,
    json: ({ member }) => member,
    callOf: ({ accountId, organizationId, organizationName }) => ({
      operation: memberPage({ accountId, organizationId }),
      title: ACTIONS.membersCall(organizationName),
    }),
  }),
  actionOn({
    id: "member.remove",
    about: "member",
    group: GROUPS.remove,
    ...ACTIONS.remove,
    icon: "trash",
    danger: true,
    keywords: "delete leave kick",
    blocked: lastAdmin,
    run: (subject) => openDialog({ dialog: "removeMember", subject }),
  }),
  copyAction({
    id: "invitation.copyEmail",
    about: "invitation",
    group: GROUPS.invitation,
    ...ACTIONS.copyEmail,
    text: ({ invitation }) => invitation.email,
  }),
  ...textActions({
    id: "invitation",
    about: "invitation",
    group: GROUPS.invitation,
    json: ({ invitation }) => invitation,
    callOf: ({ accountId, organizationId, organizationName }) => ({
      operation: invitationsQuery({ accountId, organizationId }).operation,
      title: ACTIONS.invitationsCall(organizationName),
    }),
  }),
];
