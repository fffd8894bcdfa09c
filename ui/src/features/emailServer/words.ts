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
  "25": "For mail servers. Many networks block it, and many servers refuse apps on it.",
  "465": "Encrypted from the first byte.",
  "587": "The standard port for apps: upgrades to encryption before the login (STARTTLS).",
  "2525": "Like 587, for networks that block it.",
};

/** What is usual at a port, or which ports are usual. */
export function portHint(port: string): string {
  return PORTS[port.trim()] ?? "1 to 65535. Usually 587 or 465, or 2525 if those are blocked.";
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
  skipped: { word: "Not tested", tone: "off" },
};

export const stepLook = (state: SmtpStepState) => STATES[state];
