import { sandboxLook } from "@/data/words";
import type { SandboxView } from "@/ipc/generated";
import { Pill } from "@/kit/data/Pill";

export function StatusLine({ view }: { view: SandboxView }) {
  const look = sandboxLook(view.status);
  return (
    <span data-testid="sandbox-status">
      <Pill tone={look.tone}>{look.word}</Pill>
    </span>
  );
}
