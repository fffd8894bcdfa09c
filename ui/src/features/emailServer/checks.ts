const LONGEST_MAILBOX = 256;
const LONGEST_HOST = 253;
const LABEL = /^(?!-)[\p{L}\p{N}-]{1,63}(?<!-)$/u;

function isHost(text: string): boolean {
  return text.length <= LONGEST_HOST && text.split(".").every((label) => LABEL.test(label));
}

function isIp6(text: string): boolean {
  return /^[\da-f:]*:[\da-f:]*:[\da-f:.]*$/i.test(text);
}

/** Why a text is no name of a server; nothing for one that can be. */
export function faultOfHost(typed: string): string | undefined {
  const host = typed.trim();
  if (host === "") return "Write the server’s name.";
  if (isHost(host) || isIp6(host)) return undefined;
  return "Write it without https:// and without a port, such as smtp.example.com.";
}

export function faultOfPort(typed: string): string | undefined {
  const port = typed.trim();
  if (port === "") return "Write the port.";
  const number = /^\d{1,6}$/.test(port) ? Number(port) : 0;
  return number >= 1 && number <= 65_535 ? undefined : "Ports are numbers from 1 to 65535.";
}

/** Why a text is no address of a mailbox. The platform looks closer than this does. */
export function faultOfMailbox(typed: string): string | undefined {
  const address = typed.trim();
  if (address === "") return "Write an address.";
  if ([...address].length > LONGEST_MAILBOX) return `Use at most ${LONGEST_MAILBOX} characters.`;
  const at = address.lastIndexOf("@");
  const user = address.slice(0, Math.max(at, 0));
  const fits = user !== "" && !/[\s@]|\p{Cc}/u.test(user) && isHost(address.slice(at + 1));
  return fits ? undefined : "Write it as name@example.com.";
}
