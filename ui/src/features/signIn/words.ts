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
  localhost: "Localhost",
  allow: "Allow apps on localhost",
  allowHint:
    "An app on your computer can have its users sign in here without a trusted domain. Turn this off in production.",
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
  mustVerifyHint: "Users can’t sign in before that.",
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

/** The actions on how people sign in. */
export const actionWords = {
  group: "Sign-in",
  change: "Change sign-in…",
  copyGroup: "Copy sign-in settings",
} as const;
