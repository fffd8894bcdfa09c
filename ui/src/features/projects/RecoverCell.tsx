import { useMemo } from "react";
import { workKeys } from "@/data/keys";
import { useUnderWay } from "@/data/work";
import { ActionButton } from "@/kit/action/ActionButton";
import type { ProjectRow } from "./rows";

/** The way back of a deleted project. */
export function RecoverCell({ row }: { row: ProjectRow }) {
  const underWay = useUnderWay([...workKeys.projectRow(row.accountId), "recover", row.project.id]);
  const context = useMemo(() => ({ project: row }), [row]);
  return (
    <ActionButton action="project.recover" context={context} size="small" busy={underWay}>
      Recover
    </ActionButton>
  );
}
