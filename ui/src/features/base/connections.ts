import type { ConnectView, FormId } from "@/ipc/generated";

/** The forms that every connection has, and no other secret. */
const WAYS: ReadonlySet<FormId> = new Set<FormId>(["pooled", "direct"]);

/** Whether it is the connection string, by one way or the other. */
export const isWay = (id: FormId) => WAYS.has(id);

/** Whether a program can connect with it, or it is one secret alone. */
export function isConnection({ forms }: ConnectView): boolean {
  return opens(forms.map(({ id }) => id));
}

/** The same by the forms alone. What is shown in forms that are not known is a connection. */
export function opens(forms: readonly FormId[] | undefined): boolean {
  return forms === undefined || forms.some(isWay);
}

/** Whether it has lines for an env file. */
export function isWritten({ forms }: ConnectView): boolean {
  return forms.some(({ id }) => id === "env");
}
