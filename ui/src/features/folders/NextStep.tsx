import type { FolderView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { nextActionOf } from "./look";
import { isBranchToWrite } from "./source";
import { NEXT, WRITE_BRANCH } from "./words";

interface NextStepProps {
  folder: FolderView;
  accent?: boolean;
}

/** The button of what comes next for a folder; nothing where that is nothing. */
export function NextStep({ folder, accent = false }: NextStepProps) {
  const action = nextActionOf(folder);
  if (action === undefined) return null;
  return (
    <ActionButton action={action} context={{ folder }} size="small" tone={accent ? "accent" : "default"}>
      {isBranchToWrite(folder) ? WRITE_BRANCH : NEXT[folder.state]}
    </ActionButton>
  );
}
