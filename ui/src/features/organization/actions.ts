import { copyAction } from "@/features/base/actions";
import { textActions } from "@/features/calls/copying";
import { type Action, action, actionOn } from "@/kit/action/action";
import { openDialog } from "@/kit/overlay/dialogs";
import type { MemberSubject } from "./organization";
import { ACTIONS, BLOCKED, GROUPS } from "./words";

const lastAdmin = ({ locked, isLastAdmin }: MemberSubject): string | undefined =>
  locked ?? (isLastAdmin ? BLOCKED.lastAdmin : undefined);

/** Everything that a button or a menu does to an organization. */
export const organizationActions: readonly Action[] = [
  action({
    id: "go.organization",
    group: GROUPS.organization,
    title: ACTIONS.open.title,
    icon: "user",
    keywords: "members invitations spending limit team people",
    run: ({ router }) => router.go({ screen: "organization" }),
  }),
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
      accountId,
      call: { kind: "listMembers", organizationId },
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
      accountId,
      call: { kind: "listInvitations", organizationId },
      title: ACTIONS.invitationsCall(organizationName),
    }),
  }),
];
