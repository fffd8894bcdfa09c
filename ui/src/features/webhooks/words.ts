import { listed } from "@/data/format";
import type { WebhooksView } from "@/ipc/generated";

/** The page of webhooks and its dialogs. */
export const words = {
  title: "Webhooks",
  label: "webhooks",
  unread: "Couldn’t load the webhooks",
  call: (project: string) => `Webhooks of ${project}`,
  empty: "No webhooks yet",
  emptyAbout:
    "The platform can send your app a request when a user signs up, needs a code or accepts an invitation.",
  state: "Webhooks",
  on: "On",
  off: "Off",
  url: "Address",
  urlCopy: "the webhook address",
  none: "None",
  events: "Events",
  timeout: "Timeout",
  seconds: (count: number) => `${count} s`,
  notReported: "Not reported",
  dialog: "Change webhooks",
  setUp: "Set up webhooks",
  about: "The platform sends each event to this address as an HTTP request.",
  failed: "Couldn’t save the webhooks",
  enabled: "Send events",
  ends: "Your app no longer receives events. While events are off, codes and invitations that your app delivers aren’t sent.",
  urlExample: "https://shop.example.com/hooks/auth",
  urlHint: "Treat it like a password if it contains a token.",
  noEvent: "Choose at least one event.",
  timeoutField: "Timeout (seconds)",
  timeoutHint: "How long your app may take to answer: from 1 to 10.",
  timeoutWrong: "Enter a whole number from 1 to 10.",
  removeAsk: "Remove webhooks?",
  remove: "Remove webhooks",
  removeFailed: "Couldn’t remove the webhooks",
  removeAbout:
    "Your app no longer receives events, so codes and invitations that it delivers aren’t sent. The address and the chosen events are deleted.",
} as const;

/** The events that a platform has, and what each is. */
export const EVENTS = [
  { id: "user.before_create", about: "A user is about to be created. Your app can refuse it." },
  { id: "user.created", about: "A user was created." },
  { id: "send.otp", about: "A user needs a one-time code, by email or phone." },
  { id: "send.magic_link", about: "A user needs a magic link, by email." },
  { id: "organization.invitation.created", about: "Somebody was invited to an organization." },
  { id: "organization.invitation.accepted", about: "Somebody accepted an invitation." },
  { id: "phone_number.verified", about: "A user verified a phone number." },
] as const;

/** Whether somebody set webhooks up, on or off. */
export function isSetUp({ enabled, url }: WebhooksView): boolean {
  return enabled || url !== null;
}

/** The events in one line. */
export function eventsWord(events: readonly string[]): string {
  return events.length === 0 ? words.none : listed(events, EVENTS.length);
}

/** Why what is typed cannot be the address. Webhooks that are off need none. */
export function urlError(typed: string, enabled: boolean): string | undefined {
  const url = typed.trim();
  if (url === "") return enabled ? "Enter the address of your app." : undefined;
  if (!/^https?:\/\//i.test(url)) return "Start with https:// (or http:// for an app on this machine).";
  return URL.canParse(url) ? undefined : "Not a valid address. Example: https://shop.example.com/hooks.";
}

/** The actions on webhooks. */
export const actionWords = {
  group: "Webhooks",
  menu: "Actions for webhooks",
  setUp: `${words.setUp}…`,
  change: "Change webhooks…",
  removeGroup: "Remove webhooks",
  remove: "Remove webhooks…",
  copyGroup: "Copy webhooks",
} as const;
