import type { RoleView } from "@/ipc/generated";
import type { RoleSubject } from "./places";

/** Whether there is a password at all. */
export function canLogIn({ authenticationMethod }: RoleView): boolean {
  return authenticationMethod !== "no_login";
}

const LOGIN: Record<string, string> = {
  password: "Password",
  no_login: "Cannot log in",
  oauth: "Through the browser",
};

/** How a role logs in; the platform's word where it is a new one. */
export function loginWord({ authenticationMethod }: RoleView): string {
  if (authenticationMethod === null) return "–";
  return LOGIN[authenticationMethod] ?? authenticationMethod;
}

/** Why a role cannot be changed. */
export function changeBlocked({ role, locked }: RoleSubject): string | undefined {
  return role.isProtected ? "It belongs to the platform and cannot be changed" : locked;
}

/** Why nobody can connect with a role. */
export function loginBlocked({ role }: RoleSubject): string | undefined {
  if (role.isProtected) return "It belongs to the platform, which keeps its password to itself";
  return canLogIn(role) ? undefined : "This role cannot log in, so it has no password";
}

/** Why a role's password cannot be had. */
export function passwordBlocked(subject: RoleSubject): string | undefined {
  const stored = subject.storesPasswords !== false;
  const reset = "This project stores no passwords: reset it to get a new one, shown once";
  return loginBlocked(subject) ?? (stored ? undefined : reset);
}
