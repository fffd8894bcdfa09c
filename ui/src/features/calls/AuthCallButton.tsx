import type { AuthCall } from "@/ipc/generated";
import { CopyAsButton } from "./CopyAsButton";
import type { CallSubject } from "./copying";

interface AuthCallButtonProps {
  at: { accountId: string; projectId: string };
  /** What the click would send. */
  call: AuthCall;
  /** What the click does: "Create user". */
  title: string;
  size?: "normal" | "small";
  /** What the call has read, where it can be copied as JSON. */
  json?: unknown;
}

/** A call about a project's auth integration, as text. */
export function AuthCallButton({ at, call, title, size = "normal", json }: AuthCallButtonProps) {
  return (
    <CopyAsButton
      accountId={at.accountId}
      title={title}
      size={size}
      json={json}
      call={{ kind: "auth", projectId: at.projectId, call }}
    />
  );
}

/** The same for a dialog that does it. */
export function authCall(
  { accountId, projectId }: { accountId: string; projectId: string },
  title: string,
  call: AuthCall,
): CallSubject & { title: string } {
  return { accountId, title, call: { kind: "auth", projectId, call } };
}
