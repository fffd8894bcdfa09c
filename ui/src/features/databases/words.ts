import type { RoleView } from "@/ipc/generated";
import type { RoleSubject } from "./places";

/** Whether there is a password at all. */
export function canLogIn({ authenticationMethod }: RoleView): boolean {
  return authenticationMethod !== "no_login";
}

const LOGIN: Record<string, string> = {
  password: "Password",
  no_login: "No login",
  oauth: "Browser sign-in",
};

/** How a role logs in; the platform's word where it is a new one. */
export function loginWord({ authenticationMethod }: RoleView): string {
  if (authenticationMethod === null) return "–";
  return LOGIN[authenticationMethod] ?? authenticationMethod;
}

/** Why a role cannot be changed. */
export function changeBlocked({ role, locked }: RoleSubject): string | undefined {
  return role.isProtected ? "The platform manages this role. It can’t be changed" : locked;
}

/** Why nobody can connect with a role. */
export function loginBlocked({ role }: RoleSubject): string | undefined {
  if (role.isProtected) return "The platform manages this role and keeps its password private";
  return canLogIn(role) ? undefined : "This role cannot log in, so it has no password";
}

/** Why a role's password cannot be had. */
export function passwordBlocked(subject: RoleSubject): string | undefined {
  const stored = subject.storesPasswords !== false;
  const reset = "This project stores no passwords. Reset it to get a new one";
  return loginBlocked(subject) ?? (stored ? undefined : reset);
}
