import { useMemo, useState } from "react";
import { noMatches } from "@/features/base/words";
import type { FolderView } from "@/ipc/generated";
import { rowMenus } from "@/kit/action/rowMenus";
import { LookPill } from "@/kit/data/Pill";
import { NothingFits } from "@/kit/state/NothingFits";
import { type Column, type Sort, wordsWidth } from "@/kit/table/columns";
import { RowName } from "@/kit/table/RowName";
import { Table } from "@/kit/table/Table";
import { folderLook, nextActionOf } from "./look";
import { NextStep } from "./NextStep";
import { filtered, sorted } from "./rows";
import { COLUMNS, LIST, NO_STEP } from "./words";

interface FoldersTableProps {
  folders: readonly FolderView[];
  filter: string;
  selected: string | undefined;
  onSelect(folder: FolderView): void;
  onOpen(folder: FolderView): void;
}

/** The table of all project folders, by name until a column is chosen. */
export function FoldersTable({ folders, filter, selected, onSelect, onOpen }: FoldersTableProps) {
  const [sort, setSort] = useState<Sort>({ column: "name", direction: "ascending" });
  const shown = useMemo(() => sorted(filtered(folders, filter), sort), [folders, filter, sort]);
  if (shown.length === 0) return <NothingFits>{noMatches(filter)}</NothingFits>;
  return (
    <Table
      label={LIST.title}
      layout="folders"
      tall
      columns={COLUMN_LIST}
      rows={shown}
      rowKey={(folder) => folder.id}
      selected={selected}
      startsAtSelected
      onSelect={onSelect}
      onOpen={onOpen}
      sort={sort}
      onSort={setSort}
      arrangement={[filter]}
      {...MENUS}
    />
  );
}

const COLUMN_LIST: ReadonlyArray<Column<FolderView>> = [
  {
    id: "name",
    header: COLUMNS.name,
    width: "minmax(140px, 1.4fr)",
    takes: ({ name }) => wordsWidth(name),
    sortable: true,
    cell: ({ name, path, state }) => (
      <div data-testid="folder-row" data-state={state}>
        <RowName name={name} detail={path} />
      </div>
    ),
  },
  {
    id: "state",
    header: COLUMNS.state,
    width: "148px",
    matters: true,
    sortable: true,
    cell: (folder) => <LookPill look={folderLook(folder)} />,
  },
  {
    id: "next",
    header: COLUMNS.next,
    width: "136px",
    cell: (folder) =>
      nextActionOf(folder) === undefined ? (
        <span className="ui-faint">{NO_STEP}</span>
      ) : (
        <NextStep folder={folder} />
      ),
  },
  {
    id: "variable",
    header: COLUMNS.variable,
    width: "150px",
    wideOnly: true,
    sortable: true,
    cell: ({ settings }) => <RowName name={settings.variable} detail={settings.envFile} />,
  },
  {
    id: "source",
    header: COLUMNS.source,
    width: "minmax(120px, 1fr)",
    wideOnly: true,
    sortable: true,
    cell: ({ sourceLabel }) => (
      <span className="ui-cut" title={sourceLabel}>
        {sourceLabel}
      </span>
    ),
  },
];

const MENUS = rowMenus("folder", (folder) => folder.name);
