import { actions, destructions } from "@/ipc/words";

/** The dialog that gives a user other roles. */
export const words = {
  field: "Roles",
  dialog: (user: string) => `Change roles of ${user}`,
  about:
    "Your app reads the roles of a user to decide what the user may do. The new roles replace all current ones. The compute is started to write them.",
  hint: "Separate several with commas.",
  example: "admin, editor",
  missing: "Enter at least one role.",
  long: "Use at most 255 characters per role.",
  submit: actions.changeUserRoles.order,
  failed: "Couldn’t change the roles",
} as const;

/** The dialog that deletes a user. */
export const deleteUserWords = {
  title: "Delete user?",
  submit: destructions.deleteUser.word,
  call: (user: string) => `Delete ${user}`,
  means: destructions.deleteUser.means,
  failed: "Couldn’t delete the user",
} as const;

/** The longest role, in characters. */
const LONGEST = 255;

/** The roles that are typed, each once. */
export function rolesOf(typed: string): string[] {
  const roles = typed.split(",").map((role) => role.trim());
  return [...new Set(roles)].filter((role) => role !== "");
}

/** Why what is typed cannot be the roles of a user. */
export function rolesError(typed: string): string | undefined {
  const roles = rolesOf(typed);
  if (roles.length === 0) return words.missing;
  if (/\p{Cc}/u.test(typed)) return "Use visible characters only.";
  return roles.some((role) => [...role].length > LONGEST) ? words.long : undefined;
}
