import { useQuery } from "@tanstack/react-query";
import { ReadFailure } from "@/features/base/Failure";
import type { ConnectSource, TableColumnView, TablePartView, TableView } from "@/ipc/generated";
import { CodeBlock } from "@/kit/data/CodeBlock";
import { writeClipboard } from "@/kit/data/clipboard";
import { Icon } from "@/kit/icon/Icon";
import { Skeleton } from "@/kit/state/Skeleton";
import { tableQuery } from "./queries";
import styles from "./Tables.module.css";
import { STRUCTURE } from "./words";

interface StructureProps {
  source: ConnectSource;
  table: TableView;
}

/** The columns, indexes, constraints, triggers and policies of a table. */
export function Structure({ source, table }: StructureProps) {
  const details = useQuery(tableQuery(source, table));
  const { data } = details;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long structure is scrolled by keys
    <section className={styles.structure} tabIndex={0} aria-label={STRUCTURE.label(table.name)}>
      <ReadFailure query={details} title={STRUCTURE.failed} />
      {!data && details.isFetching && <Skeleton label={STRUCTURE.loading} />}
      {data && (
        <>
          {data.table.comment && <p>{data.table.comment}</p>}
          <Columns columns={data.columns} />
          <Parts title={STRUCTURE.indexes} parts={data.indexes} />
          <Parts title={STRUCTURE.constraints} parts={data.constraints} />
          <Parts title={STRUCTURE.triggers} parts={data.triggers} />
          <Parts title={STRUCTURE.policies} parts={data.policies} />
        </>
      )}
    </section>
  );
}

function Columns({ columns }: { columns: readonly TableColumnView[] }) {
  return (
    <section aria-label={STRUCTURE.columns}>
      <h3>{STRUCTURE.columns}</h3>
      <table>
        <thead>
          <tr>
            {[STRUCTURE.column, STRUCTURE.type, STRUCTURE.notNull, STRUCTURE.default, STRUCTURE.comment].map(
              (head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <tr key={column.name}>
              <th scope="row">
                {column.name}
                {column.isKey && (
                  <span title={STRUCTURE.key} className={styles.key}>
                    <Icon name="key" />
                    <span className="visually-hidden">{STRUCTURE.key}</span>
                  </span>
                )}
              </th>
              <td>
                <code>{column.typeName}</code>
              </td>
              <td>{column.isNotNull && STRUCTURE.yes}</td>
              <td>{column.default !== null && <code>{column.default}</code>}</td>
              <td>{column.comment}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Parts({ title, parts }: { title: string; parts: readonly TablePartView[] }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {parts.length === 0 && <p className="ui-faint-small">{STRUCTURE.none(title)}</p>}
      {parts.map(({ name, definition }) => (
        <div key={name} className={styles.part}>
          <b>{name}</b>
          <CodeBlock label={STRUCTURE.definition(name)} code={definition} copy={writeClipboard} wrap />
        </div>
      ))}
    </section>
  );
}
