import { Button } from "@/kit/control/Button";
import { Notice } from "@/kit/state/Notice";
import type { OnBranch } from "./places";

interface TakenNoticeProps {
  what: "database" | "role";
  name: string;
  at: OnBranch;
  /** Leads to the one that has the name. */
  onShow(): void;
}

/** A name that something has already: the way on is to use that. */
export function TakenNotice({ what, name, at, onShow }: TakenNoticeProps) {
  return (
    <Notice
      tone="warning"
      role="status"
      title={`${name} is there already`}
      actions={
        <Button size="small" onClick={onShow}>
          Use the existing {what}
        </Button>
      }
    >
      {at.branchName} has a {what} of this name. Use that, or write another name.
    </Notice>
  );
}
