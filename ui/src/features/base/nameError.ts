import { FAULTS } from "./words";
/** Why the platform does not take a name; an empty one is not looked at. */
export function nameError(name: string, most = 256): string | undefined {
  const length = [...name.trim()].length;
  if (length > most) return FAULTS.nameLong(length, most);
  return /\p{Cc}/u.test(name.trim()) ? FAULTS.invisible : undefined;
}
