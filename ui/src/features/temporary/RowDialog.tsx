import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { shelfQuery } from "@/data/queries";
import type { TemporaryView } from "@/ipc/generated";

interface RowDialogProps {
  id: string;
  /** The dialog about the row, as the row stands now. */
  children(row: TemporaryView): ReactNode;
}

/** A dialog about one row of the shelf; it goes when the row does. */
export function RowDialog({ id, children }: RowDialogProps) {
  const shelf = useQuery(shelfQuery);
  const row = shelf.data?.items.find((each) => each.id === id);
  return row ? children(row) : null;
}
