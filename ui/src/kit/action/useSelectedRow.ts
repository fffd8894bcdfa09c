import { useState } from "react";
import { useOpenRow } from "@/kit/table/useOpenRow";
import type { Subjects } from "./action";
import { usePublish } from "./useActions";

/** The row of a table that is selected, known to the palette and to shortcuts; for the table's own properties. */
export function useSelectedRow<Kind extends keyof Subjects, Row extends Subjects[Kind]>(
  about: Kind,
  rows: readonly Row[] | undefined,
  rowKey: (row: Row) => string,
) {
  const [selected, setSelected] = useState<string>();
  const { row, gone } = useOpenRow(rows, rowKey, selected);
  usePublish(about, row, gone);
  return { rowKey, selected, onSelect: (row: Row) => setSelected(rowKey(row)) };
}
