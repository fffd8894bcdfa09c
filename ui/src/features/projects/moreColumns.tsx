import { Missing } from "@/features/base/Missing";
import { spanWords } from "@/features/computes/size";
import { ByteSize } from "@/kit/data/ByteSize";
import type { Column } from "@/kit/table/columns";
import type { ProjectRow } from "./rows";

/** What few sort projects by. */
export const MORE_COLUMNS: ReadonlyArray<Column<ProjectRow>> = [
  {
    id: "retention",
    header: "Restore window",
    width: "104px",
    align: "end",
    sortable: true,
    wideOnly: true,
    optional: true,
    cell: ({ project: { historyRetentionSeconds: kept } }) => (kept === null ? <Missing /> : spanWords(kept)),
  },

  {
    id: "branchLimit",
    header: "Branch size limit",
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
    header: "Permission",
    width: "104px",
    sortable: true,
    wideOnly: true,
    optional: true,
    cell: ({ project }) => project.permission ?? <Missing />,
  },
];
