import { FAULTS } from "./words";
/** Why the platform does not take a name; an empty one is not looked at. */
export function nameError(name: string, most = 256): string | undefined {
  const length = [...name].length;
  if (name !== name.trim()) return FAULTS.blanks;
  if (length > most) return FAULTS.nameLong(length, most);
  return /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u.test(name) ? FAULTS.invisible : undefined;
}
