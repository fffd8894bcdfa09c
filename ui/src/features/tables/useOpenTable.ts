import { useState } from "react";
import type { ConnectSource } from "@/ipc/generated";
import type { TableName } from "./query";

interface OpenTable {
  /** The database that was chosen. */
  source?: ConnectSource;
  table?: TableName;
}

/** The choices in each project and temporary database, kept until the window closes. */
const places = new Map<string, OpenTable>();

/** The database and the table that are open in a place, also when a person comes back to it. */
export function useOpenTable(place: string) {
  const [open, setOpen] = useState<OpenTable>(() => places.get(place) ?? {});
  const change = (next: OpenTable) => {
    places.set(place, next);
    setOpen(next);
  };
  return {
    ...open,
    chooseSource: (source: ConnectSource) => change({ source }),
    chooseTable: (table: TableName) => change({ ...open, table }),
  };
}
