import { Instant } from "@/features/base/Instant";
import type { KeyRowView } from "@/ipc/generated";
import { type Column, wordsWidth } from "@/kit/table/columns";
import { RowName } from "@/kit/table/RowName";
import { KeyMarks } from "./KeyMarks";
import styles from "./Keys.module.css";
import type { KeysAt } from "./places";
import { kindWord } from "./words";

type KeyColumn = Column<KeyRowView>;

interface Around {
  at: Pick<KeysAt, "organizationId" | "project">;
  /** How far the account's clock is ahead of this machine's, in milliseconds. */
  clockOffset: number;
  /** The names of projects, by id, as far as they are known. */
  projectName(id: string): string;
}

/** The columns of a list of keys. Only an organization has keys of more than one kind. */
export function keyColumns(around: Around): readonly KeyColumn[] {
  const { at, clockOffset } = around;
  const kinds = at.organizationId !== null && at.project === undefined;
  return [
    NAME,
    ...(kinds ? [kind(around)] : []),
    {
      id: "creator",
      header: "Created by",
      width: "minmax(64px, 0.5fr)",
      wideOnly: true,
      sortable: true,
      cell: ({ key }) => key.createdBy ?? <Missing />,
    },
    {
      id: "created",
      header: "Created",
      width: "84px",
      sortable: true,
      cell: ({ key }) => <When instant={key.createdAt} clockOffset={clockOffset} />,
    },
    {
      id: "used",
      header: "Last used",
      width: "minmax(124px, 0.6fr)",
      sortable: true,
      cell: ({ key: { lastUsedAt, lastUsedFrom } }) =>
        lastUsedAt === null ? (
          "Never"
        ) : (
          <div className={styles.two}>
            <When instant={lastUsedAt} clockOffset={clockOffset} />
            {lastUsedFrom && (
              <small className={styles.second} title={lastUsedFrom}>
                from {lastUsedFrom}
              </small>
            )}
          </div>
        ),
    },
    {
      id: "marks",
      header: "What to know",
      width: "minmax(132px, 0.8fr)",
      stays: true,
      cell: (row) => <KeyMarks row={row} clockOffset={clockOffset} />,
    },
  ];
}

const NAME: KeyColumn = {
  id: "name",
  header: "Name",
  width: "minmax(132px, 1fr)",
  takes: ({ key: { id, name } }) => wordsWidth(name || id, `id ${id}`),
  sortable: true,
  cell: ({ key: { id, name } }) => (
    <div data-testid="key-row" data-id={id} title={name}>
      <RowName name={name || id} detail={`id ${id}`} />
    </div>
  ),
};

function kind({ at, projectName }: Around): KeyColumn {
  return {
    id: "kind",
    header: "Opens",
    width: "minmax(92px, 0.5fr)",
    sortable: true,
    cell(row) {
      const { projectId } = row.key;
      const word = kindWord(row, at);
      return projectId === null ? (
        "All its projects"
      ) : (
        <div className={styles.two} title={projectId}>
          {word}
          <small className={styles.second}>{projectName(projectId)}</small>
        </div>
      );
    },
  };
}

function When({ instant, clockOffset }: { instant: string | null; clockOffset: number }) {
  return <Instant at={instant} clock={{ ahead: clockOffset }} />;
}

function Missing() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">not told</span>
    </>
  );
}
