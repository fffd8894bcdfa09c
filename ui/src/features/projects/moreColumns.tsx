import { spanWords } from "@/features/base/computeSize";
import { Missing } from "@/features/base/Missing";
import { COMMON } from "@/features/base/words";
import { ByteSize } from "@/kit/data/ByteSize";
import type { Column } from "@/kit/table/columns";
import type { ProjectRow } from "./rows";
import { COLUMNS } from "./words";

/** What few sort projects by. */
export const MORE_COLUMNS: ReadonlyArray<Column<ProjectRow>> = [
  {
    id: "retention",
    header: COMMON.restoreWindow,
    width: "104px",
    align: "end",
    sortable: true,
    wideOnly: true,
    optional: true,
    cell: ({ project: { historyRetentionSeconds: kept } }) => (kept === null ? <Missing /> : spanWords(kept)),
  },

  {
    id: "branchLimit",
    header: COLUMNS.branchLimit,
    width: "104px",
    align: "end",
    sortable: true,
    wideOnly: true,
    optional: true,
    cell: ({ project: { branchSizeLimitBytes: limit } }) =>
      limit === null ? <Missing /> : <ByteSize bytes={limit} />,
  },

  {
    id: "permission",
    header: COLUMNS.permission,
    width: "104px",
    sortable: true,
    wideOnly: true,
    optional: true,
    cell: ({ project }) => project.permission ?? <Missing />,
  },
];
