import { FAULTS } from "./words";

/** Longest address that the platform takes, in characters. */
const MOST_EMAIL = 256;

/** Why an address cannot be that of a person, such as “the user’s”. */
export function emailError(typed: string, whose: string): string | undefined {
  const email = typed.trim();
  if (email === "") return FAULTS.emailMissing(whose);
  if ([...email].length > MOST_EMAIL) return FAULTS.long(MOST_EMAIL);
  if (!/^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\"]+\.[^\s@.<>()[\],;:\\"]+$/u.test(email)) {
    return FAULTS.oneEmail;
  }
  return undefined;
}
