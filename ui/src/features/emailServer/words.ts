import type { EmailServerView, SmtpStep, SmtpStepState } from "@/ipc/generated";
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
  "25": "Between mail servers. Many networks block it, and many servers take no mail from apps on it.",
  "465": "Encrypted from the first byte.",
  "587": "The usual one for apps: begins in plain text and turns to encryption before the login.",
  "2525": "As 587, for networks that block it.",
};

/** What is usual at a port, or which ports are usual. */
export function portHint(port: string): string {
  return PORTS[port.trim()] ?? "1 to 65535. Usual are 587 and 465; 2525 where those are blocked; 25 rarely.";
}

export const STEP_WORDS: Record<SmtpStep, string> = {
  connect: "Connect",
  greet: "Greeting",
  tls: "Encryption (TLS)",
  login: "Log in",
};

const STATES: Record<SmtpStepState, { word: string; tone: Tone }> = {
  passed: { word: "Passed", tone: "ok" },
  warned: { word: "Warning", tone: "warning" },
  failed: { word: "Failed", tone: "danger" },
  skipped: { word: "Not tried", tone: "off" },
};

export const stepLook = (state: SmtpStepState) => STATES[state];
