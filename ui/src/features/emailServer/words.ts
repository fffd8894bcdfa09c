import type { EmailServerView, SmtpStep, SmtpStepState } from "@/ipc/generated";
import { actions, smtpStepStates, smtpSteps } from "@/ipc/words";
import type { Tone } from "@/kit/data/Pill";

export function isOwn({ kind }: EmailServerView): boolean {
  return kind === "standard";
}

/** A server's name with its port: `smtp.example.com:587`. */
export function addressOf({ host, port }: { host: string | null; port: number | string | null }): string {
  const name = host?.includes(":") ? `[${host}]` : (host ?? "");
  return port === null || port === "" ? name : `${name}:${port}`;
}

/** Who a message says it is from: `The shop <shop@example.com>`. */
export function senderOf(from: { senderName: string | null; senderEmail: string | null }): string {
  if (!from.senderEmail) return from.senderName ?? "";
  return from.senderName ? `${from.senderName} <${from.senderEmail}>` : from.senderEmail;
}

const PORTS: Record<string, string> = {
  "25": "For mail servers. Many networks block it, and many servers refuse apps on it.",
  "465": "Encrypted from the first byte.",
  "587": "The standard port for apps: upgrades to encryption before the login (STARTTLS).",
  "2525": "Like 587, for networks that block it.",
};

/** What is usual at a port, or which ports are usual. */
export function portHint(port: string): string {
  return PORTS[port.trim()] ?? "1 to 65535. Usually 587 or 465, or 2525 if those are blocked.";
}

export const stepWord = (step: SmtpStep): string => smtpSteps[step];

const STATES: Record<SmtpStepState, Tone> = {
  passed: "ok",
  warned: "warning",
  failed: "danger",
  skipped: "off",
};

export const stepLook = (state: SmtpStepState) => ({ word: smtpStepStates[state], tone: STATES[state] });

/** The sentences of the page and its dialogs. */
export const words = {
  title: "Email server",
  label: "the email server",
  menu: "Actions for the email server",
  getCall: (project: string) => `Get email server of ${project}`,
  unread: "Couldn’t load the email server",
  notReported: "Not reported",
  through: "Sent through",
  own: "Your own server",
  shared: "Shared, not for production",
  sharedNote:
    "Email goes through the platform’s shared server. Users see the platform’s address as the sender.",
  unknownNote: "Plinth doesn’t know this type of server. Your own SMTP server would replace it.",
  server: "Server",
  userName: "User name",
  password: "Password",
  passwordSet: "Set, never shown",
  sender: "Sender",
  ownTitle: "Use own SMTP server",
  changeTitle: "Change SMTP server",
  ownAbout: (project: string) =>
    `Sends the auth emails of ${project}, such as confirmations and sign-in links. All fields are required.`,
  save: "Save server",
  saved: (server: string) => `Email server changed to ${server}`,
  saveFailed: "Couldn’t save the server",
  try: "Test connection",
  sendTestAsk: `${actions.sendTestEmail.order}…`,
  nothingSaved: "Testing saves nothing.",
  nothingSavedNoLogin: "Testing saves nothing. Without a password, the login isn’t tested.",
  host: "Host",
  hostExample: "smtp.example.com",
  port: "Port",
  senderEmail: "Sender address",
  mailboxExample: "name@example.com",
  senderName: "Sender name",
  senderNameHint: "Shown to recipients.",
  passwordNew: "Never shown again.",
  passwordKeep: "Set, never shown. Leave empty to keep it.",
  passwordMoves: (from: string | null, to: string) =>
    `Leave empty to keep the password of ${from} and send it to ${to}.`,
  sharedTitle: "Switch to the shared server?",
  sharedSubmit: "Use shared server",
  sharedDone: "Email server changed to the platform’s",
  sharedFailed: "Couldn’t change the server",
  sharedPath: "email server",
  sharedLoses: "The platform deletes these settings. To use your own server again, you must enter them all:",
  sharedEnds: "Emails then come from the platform’s address. Fine for testing, not for production.",
  test: actions.sendTestEmail.order,
  testAbout: "The platform connects to the server and sends one message through it.",
  testDone: "Done",
  testFailed: "Couldn’t send the test email",
  branchUnread: "Couldn’t load the integration’s branch",
  throughServer: "Through",
  throughAs: (server: string, user: string) => `${server} as ${user}`,
  from: "From",
  to: "To",
  toHint: "A mailbox you can check.",
  testPassword: "Server password",
  testPasswordHint:
    "The platform doesn’t use the saved password for tests. Enter it again, for this message only.",
  accepted: "The server accepted the message",
  acceptedAbout: (to: string) => `Check the inbox and spam folder of ${to}.`,
  notSent: "The message wasn’t sent",
  serverSaid: "The server said:",
  noReason: "The platform reports no reason. Test the connection to see what happens.",
  tryAbout: "Connects, encrypts and logs in from this machine. Sends nothing.",
  tryPasswordHint: "The platform doesn’t return the saved password. Leave empty to skip the login test.",
  tryStatus: "Connection test",
  tryFailed: "Couldn’t test the connection",
  trying: (server: string) =>
    `Testing ${server} from this machine. If the server doesn’t answer, the test times out. You don’t have to wait.`,
  results: "Test results",
  worksNot:
    "It doesn’t work from this machine. The platform connects from elsewhere, so its result may differ.",
  noLogin: "The server answers. The login wasn’t tested.",
  works: "It works from this machine. Send a test email to check that the platform can use it.",
  hostMissing: "Enter a host.",
  hostErrorText: "Leave out https:// and the port, such as smtp.example.com.",
  portMissing: "Enter a port.",
  portErrorText: "Ports are numbers from 1 to 65535.",
  userMissing: "Enter a user name.",
  passwordMissing: "Enter a password.",
  nameMissing: "Enter a sender name.",
  mailboxMissing: "Enter an address.",
  mailboxLong: (most: number) => `Use at most ${most} characters.`,
  mailboxErrorText: "Use the form name@example.com.",
} as const;

/** The actions on the email server. */
export const actionWords = {
  testGroup: "Test the email server",
  changeGroup: "Change the email server",
  try: "Test connection…",
  test: `${actions.sendTestEmail.order}…`,
  own: "Use own SMTP server…",
  change: "Change SMTP server…",
  copyGroup: "Copy the email server",
  serverOf: (projectName: string) => `Email server of ${projectName}`,
  sharedGroup: "Use the shared server",
  shared: "Use shared server…",
} as const;
