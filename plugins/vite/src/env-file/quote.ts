import type { Quote } from "./parse.ts";

/**
 * A value (a character a byte) written so that `dotenv`, `node --env-file`, Compose and the shell's `source` read the same: bare where the
 * shell takes it literally, else in double quotes, or in single ones where it holds what is special in double ones.
 * `quote` is that of the empty value in the same place, and is kept where it fits. Nothing for a value that has no such form.
 */
export function encode(value: string, quote: Quote | undefined): string | undefined {
  if (quote !== undefined && fits(value, quote)) {
    return quote + value + quote;
  }
  if (LITERAL_IN_SHELL.test(value)) {
    return value;
  }
  const chosen = (['"', "'"] as const).find((it) => fits(value, it));
  return chosen === undefined ? undefined : chosen + value + chosen;
}

const LITERAL_IN_SHELL = /^[A-Za-z0-9_\-./:@%+,=?]*$/;

/** Backticks run a command in the shell, so they are never written. */
function fits(value: string, quote: Quote): boolean {
  const text = Buffer.from(value, "latin1").toString("utf8");
  if (quote === "`" || /\p{Cc}/u.test(text)) {
    return false;
  }
  return quote === "'" ? !value.includes("'") : !/["\\$`!]/.test(value);
}
