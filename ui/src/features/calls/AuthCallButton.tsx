import type { AuthAt } from "@/data/queries";
import type { Call } from "@/ipc/generated";
import { CopyAsButton } from "./CopyAsButton";
import type { CallSubject } from "./copying";

type OfProject<C> = C extends { projectId: string } ? Omit<C, "projectId"> : never;

/** A call about a project, without the project. */
export type ProjectCallPart = OfProject<Call>;

interface AuthCallButtonProps {
  at: AuthAt;
  /** What the click would send. */
  call: ProjectCallPart;
  /** What the click does: actions.createUser.order. */
  title: string;
  size?: "normal" | "small";
  /** What the call has read, where it can be copied as JSON. */
  json?: unknown;
}

/** A call about a project's auth integration, as text. */
export function AuthCallButton({ at, call, title, size = "normal", json }: AuthCallButtonProps) {
  return (
    <CopyAsButton accountId={at.accountId} title={title} size={size} json={json} call={placed(at, call)} />
  );
}

/** The same for a dialog that does it. */
export function authCall(at: AuthAt, title: string, call: ProjectCallPart): CallSubject & { title: string } {
  return { accountId: at.accountId, title, call: placed(at, call) };
}

const placed = ({ projectId, branchId }: AuthAt, call: ProjectCallPart): Call => ({
  ...(branchId != null && { branchId }),
  ...call,
  projectId,
});
