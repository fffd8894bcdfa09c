/** Longest address that the platform takes, in characters. */
const MOST_EMAIL = 256;

/** Why an address cannot be that of a person, such as “the user’s”. */
export function faultOfEmail(typed: string, whose: string): string | undefined {
  const email = typed.trim();
  if (email === "") return `Enter ${whose} email address.`;
  if ([...email].length > MOST_EMAIL) return `Use at most ${MOST_EMAIL} characters.`;
  if (!/^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\"]+\.[^\s@.<>()[\],;:\\"]+$/u.test(email)) {
    return "Enter one address, such as ada@example.com.";
  }
  return undefined;
}
