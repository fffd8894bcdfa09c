import type { ReactNode } from "react";
import { Button } from "@/kit/control/Button";
import type { IconName } from "@/kit/icon/paths";

interface BulkButtonProps {
  icon: IconName;
  danger?: boolean;
  /** Why nothing can be changed here, where nothing can. */
  locked?: string | undefined;
  onClick(): void;
  /** What it does with all selected rows, such as "Delete 3 branches…". */
  children: ReactNode;
}

/** A button of a selection bar. */
export function BulkButton({ icon, danger = false, locked, onClick, children }: BulkButtonProps) {
  return (
    <Button
      size="small"
      tone={danger ? "danger" : "default"}
      icon={icon}
      aria-disabled={locked !== undefined || undefined}
      title={locked}
      onClick={() => locked === undefined && onClick()}
    >
      {children}
    </Button>
  );
}
