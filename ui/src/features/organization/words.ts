import { capital, counted } from "@/data/format";
import { actions, memberRoles } from "@/ipc/words";

/** The screen. */
export const SCREEN = {
  title: "Organization",
  loading: "the organization",
  tabs: "Parts of the organization",
  members: "Members",
  invitations: "Invitations",
  spending: "Spending",
  choose: "Organization",
  none: "No organization",
  noneText: (account: string): string =>
    `${account} belongs to no organization. Organizations are created on the platform.`,
  projectKey: (account: string): string =>
    `${account} uses a key of one project. Use a personal key or a key of the organization to see members.`,
  failed: "Couldn’t load the organizations",
  notNow: "Can’t be shown right now",
};

/** A role as people say it; the platform’s word where it is a new one. */
export function roleWord(role: string | null): string {
  if (role === null) return "–";
  const known: Record<string, string> = memberRoles;
  return known[role] ?? capital(role);
}

/** What each role may do. */
export const ROLES: readonly { role: string; label: string; hint: string }[] = [
  { role: "admin", label: memberRoles.admin, hint: "Everything, members and billing included." },
  { role: "member", label: memberRoles.member, hint: "Works with all projects." },
  { role: "editor", label: memberRoles.editor, hint: "Changes what is shared with them." },
  { role: "viewer", label: memberRoles.viewer, hint: "Views what is shared with them." },
  { role: "collaborator", label: memberRoles.collaborator, hint: "Works with projects shared with them." },
];

/** The parts of menus. */
export const GROUPS = {
  /** In the menu of an account. */
  ofAccount: "Organization",
  organization: "This organization",
  member: "This member",
  invitation: "This invitation",
  remove: "Remove",
};

/** The menus, the palette and what is said after a copy. */
export const ACTIONS = {
  openMembers: {
    title: "Open members",
    titleFor: ({ name }: { name: string }): string => `Open members of ${name}`,
  },
  openInvitations: {
    title: "Open invitations",
    titleFor: ({ name }: { name: string }): string => `Open invitations of ${name}`,
  },
  openSpending: {
    title: "Open spending limit",
    titleFor: ({ name }: { name: string }): string => `Open spending limit of ${name}`,
  },
  invite: {
    title: `${actions.invitePerson.order}…`,
    titleFor: ({ organizationName }: { organizationName: string }): string =>
      `Invite a person to ${organizationName}…`,
  },
  changeRole: {
    title: "Change role…",
    titleFor: ({ member }: { member: { email: string } }): string => `Change role of ${member.email}…`,
  },
  copyEmail: { title: "Copy email address", copied: "Email address copied" },
  remove: {
    title: "Remove…",
    titleFor: ({ member }: { member: { email: string } }): string => `Remove ${member.email}…`,
  },
  setLimit: {
    title: `${actions.setSpendingLimit.order}…`,
    titleFor: ({ organizationName }: { organizationName: string }): string =>
      `Set spending limit of ${organizationName}…`,
  },
  removeLimit: {
    title: `${actions.removeSpendingLimit.order}…`,
    titleFor: ({ organizationName }: { organizationName: string }): string =>
      `Remove spending limit of ${organizationName}…`,
  },
  membersCall: (organization: string): string => `List members of ${organization}`,
  invitationsCall: (organization: string): string => `List invitations of ${organization}`,
};

/** Why something cannot be done. */
export const BLOCKED = {
  projectKey: "The account uses a key of one project, which can’t read organizations",
  notAdmin: "Only admins of the organization can do this",
  lastAdmin: "An organization needs an admin, and this is the only one",
};

/** Those who belong to it. */
export const MEMBERS = {
  loading: "members",
  failed: "Couldn’t load the members",
  none: "No members",
  noneText: "People who belong to this organization appear here.",
  table: "Members of this organization",
  person: "Person",
  role: "Role",
  factor: "Two-factor",
  since: "Since",
  you: "You",
  on: "On",
  off: "Off",
  count: (count: number): string => counted(count, "member"),
};

/** Those who are asked to join. */
export const INVITATIONS = {
  loading: "invitations",
  failed: "Couldn’t load the invitations",
  none: "No open invitations",
  noneText: "People you invite appear here until they join.",
  noCancel: "The platform’s API doesn’t support canceling invitations.",
  table: "Invitations to this organization",
  invited: "Invited",
  count: (count: number): string => counted(count, "open invitation"),
};

/** Inviting somebody. */
export const INVITE = {
  title: "Invite a person",
  submit: actions.invitePerson.order,
  text: (organization: string): string =>
    `They get the access of their role in ${organization} when they join. Someone who already has an account may become a member right away.`,
  email: "Email",
  hint: "The platform sends the invitation to this address.",
  whose: "the person’s",
  role: "Role",
  failed: "Couldn’t invite the person",
  unclear: "The invitation may have been sent",
  done: (email: string): string => `Invited ${email}`,
};

/** Changing what somebody may do. */
export const ROLE = {
  title: (email: string): string => `Change role of ${email}`,
  submit: "Change role",
  self: "You are changing your own role. Once you are no longer an admin, you can’t change it back.",
  failed: "Couldn’t change the role",
  unclear: "The role may have been changed",
  call: (email: string): string => `Change role of ${email}`,
};

/** Removing somebody. */
export const REMOVE = {
  title: "Remove member?",
  titleSelf: "Leave organization?",
  submit: actions.removeMember.order,
  submitSelf: "Leave organization",
  means: (email: string, organization: string): string =>
    `${email} loses access to ${organization}: to all its projects, branches and API keys. Passwords and connection strings they know keep working until you reset the roles’ passwords.`,
  meansSelf: (organization: string): string =>
    `You lose access to ${organization}: to all its projects, branches and API keys. Only an admin can invite you again.`,
  failed: "Couldn’t remove the member",
  unclear: "The member may have been removed",
  call: (email: string): string => `Remove ${email}`,
};

/** What it wants to spend. */
export const SPENDING = {
  title: "Spending limit",
  about:
    "The most the organization plans to spend in a month. The platform emails admins when spending comes near it. Nothing is suspended.",
  loading: "spending limit",
  failed: "Couldn’t load the spending limit",
  none: "No limit",
  month: "a month",
  set: "Set limit…",
  change: "Change limit…",
  remove: "Remove limit…",
  call: "Get spending limit",
};

/** Setting it. */
export const LIMIT = {
  title: actions.setSpendingLimit.order,
  text: (organization: string): string => `The most ${organization} plans to spend in a month.`,
  amount: "Amount in USD",
  missing: "Enter an amount.",
  invalid: "Enter an amount of at least 0.01, such as 50 or 49.90.",
  failed: "Couldn’t set the spending limit",
  unclear: "The spending limit may have been set",
};

/** Taking it away. */
export const NO_LIMIT = {
  title: "Remove spending limit?",
  submit: actions.removeSpendingLimit.order,
  means: (organization: string): string =>
    `The platform no longer warns when ${organization} spends more than its limit.`,
  failed: "Couldn’t remove the spending limit",
  unclear: "The spending limit may have been removed",
};

/** Cents as an amount of dollars: `$1,250.00`. */
export function dollars(cents: number): string {
  const whole = Math.floor(cents / 100);
  const rest = String(cents % 100).padStart(2, "0");
  return `$${String(whole).replace(/\B(?=(\d{3})+(?!\d))/g, ",")}.${rest}`;
}
