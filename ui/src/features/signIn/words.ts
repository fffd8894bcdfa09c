import type { EmailAndPasswordView } from "@/ipc/generated";
import { actions } from "@/ipc/words";

/** The page of how people sign in, and the dialog that changes it. */
export const words = {
  title: "Email and password",
  label: "sign-in settings",
  unread: "Couldn’t load the sign-in settings",
  call: (project: string) => `Sign-in of ${project}`,
  state: "Sign-in",
  on: "On",
  off: "Off",
  signUp: "Sign-up",
  open: "Anyone can create an account",
  closed: "Only users you create",
  verification: "Email verification",
  required: (how: string) => `Required, by ${how}`,
  notRequired: "Not required",
  code: "code",
  link: "link",
  after: "After verification",
  signedIn: "Signed in automatically",
  mustSignIn: "Users sign in themselves",
  mail: "Verification email",
  mailBoth: "Sent on sign-up and sign-in",
  mailSignUp: "Sent on sign-up",
  mailSignIn: "Sent on sign-in",
  mailNever: "Not sent",
  notReported: "Not reported",
  afterTime: (time: string) => `After ${time}`,
  linkExpires: "Link expires",
  linkMinutes: "Link expires after (minutes)",
  linkSignUp: "Allow sign-up by magic link",
  codeExpires: "Code expires",
  codeSeconds: "Code expires after (seconds)",
  phoneDelivery:
    "Your app delivers the codes: turn on webhooks with the event send.otp, and send the code it receives.",
  organizationLimit: "Organizations per user",
  membershipLimit: "Members per organization",
  limitPerUser: "Limit per user",
  memberLimit: "Member limit",
  creatorRole: "Creator role",
  owner: "Owner",
  admin: "Admin",
  invitations: "Invitation email",
  mailed: "Sent",
  notMailed: "Not sent",
  mailInvitations: "Send an email to people who are invited",
  localhost: "Localhost",
  allow: "Allow apps on localhost",
  allowHint:
    "An app on your machine can have its users sign in here without a trusted domain. Turn this off in production.",
  allowFailed: "Couldn’t change access from localhost",
  dialog: "Change sign-in",
  about: (project: string) => `How users of ${project} sign in with email and password.`,
  submit: actions.changeSignIn.order,
  failed: "Couldn’t change the sign-in settings",
  enabled: "Allow sign-in with email and password",
  enabledHint: "When off, users sign in with OAuth providers only.",
  canSignUp: "Allow sign-up",
  canSignUpHint: "When off, only users you create can sign in.",
  mustVerify: "Require a verified email address",
  mustVerifyHint: "Users can’t sign in until it is verified.",
  verifyBy: "Verify by",
  byCode: "Code",
  byCodeHint: "The email has a one-time code.",
  byLink: "Link",
  byLinkHint: "The email has a link.",
  autoSignIn: "Sign users in after verification",
  mailOnSignUp: "Send the verification email on sign-up",
  mailOnSignIn: "Send the verification email on sign-in",
} as const;

/** How an address is verified. */
export function verificationWord({ requireVerification, verificationMethod }: EmailAndPasswordView): string {
  if (!requireVerification) return words.notRequired;
  return words.required(verificationMethod === "link" ? words.link : words.code);
}

/** When a mail to verify the address is sent. */
export function mailWord({ mailOnSignUp, mailOnSignIn }: EmailAndPasswordView): string {
  if (mailOnSignUp && mailOnSignIn) return words.mailBoth;
  if (mailOnSignUp) return words.mailSignUp;
  return mailOnSignIn ? words.mailSignIn : words.mailNever;
}

/** The plugins and the dialogs that change them. */
export const pluginWords = {
  magicLink: {
    title: "Magic link",
    menu: "Actions for magic link",
    state: words.state,
    change: "Change magic link…",
    submit: actions.changeMagicLink.order,
    about: "Users enter their email address and sign in with the link that is mailed to them.",
    enable: "Allow sign-in with a magic link",
    ends: "Users can no longer sign in with a magic link. Those without another way to sign in are locked out.",
    failed: "Couldn’t change the magic link settings",
  },
  phoneNumber: {
    title: "Phone number",
    menu: "Actions for phone number",
    state: words.state,
    change: "Change phone sign-in…",
    submit: actions.changePhoneSignIn.order,
    about:
      "Users sign in with a code that is sent to their phone. Your app delivers it, when the webhook event send.otp arrives.",
    enable: "Allow sign-in with a phone number",
    ends: "Users can no longer sign in with their phone number. Those without another way to sign in are locked out.",
    failed: "Couldn’t change the phone number settings",
  },
  organizations: {
    title: "Organizations",
    menu: "Actions for organizations",
    state: "Organizations",
    change: "Change organization settings…",
    submit: actions.changeOrganizations.order,
    about: "Users can create organizations in your app and invite others to them.",
    enable: "Allow organizations",
    ends: "Users can no longer create organizations or invite others to them.",
    failed: "Couldn’t change the organization settings",
  },
} as const;

/** What whoever creates an organization is in it. */
export function roleWord(role: string | null): string {
  if (role === null) return words.notReported;
  if (role === "owner") return words.owner;
  return role === "admin" ? words.admin : role;
}

/** Numbers with bounds. */
export const numberWords = {
  between: (least: string, most: string) => `From ${least} to ${most}.`,
  atLeast: (least: string) => `${least} or more.`,
  outside: (least: string, most: string) => `Enter a whole number from ${least} to ${most}.`,
} as const;

/** The actions on how people sign in. */
export const actionWords = {
  group: "Sign-in",
  change: "Change sign-in…",
  changePlugin: "Change settings…",
  copyGroup: "Copy sign-in settings",
} as const;
