import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Subjects } from "@/kit/action/action";
import { rowMenus } from "@/kit/action/rowMenus";
import { useSelectedRow } from "@/kit/action/useSelectedRow";
import { PagePart } from "@/kit/layout/PagePart";
import { Skeleton } from "@/kit/state/Skeleton";
import type { Column } from "@/kit/table/columns";
import { Table } from "@/kit/table/Table";
import { ReadFailure } from "./Failure";
import { ShownAsOf } from "./ShownAsOf";

interface ListPartProps<Kind extends keyof Subjects, Row extends Subjects[Kind]> {
  /** What the actions of a row are about. */
  kind: Kind;
  /** Under which the columns that somebody chose are kept. */
  layout: string;
  words: { title: string; about: string; loading: string; failed: string; none: string; table: string };
  query: Pick<UseQueryResult<unknown>, "error" | "dataUpdatedAt" | "refetch" | "isPending">;
  /** What was read, each as its actions know it. */
  rows: readonly Row[] | undefined;
  columns: ReadonlyArray<Column<Row>>;
  /** For rows of two lines. */
  tall?: boolean;
  rowKey(row: Row): string;
  nameOf(row: Row): string;
  /** The buttons below. */
  children: ReactNode;
}

/** A part of a page of settings that is a list: its table or why there is none, and what is done to it. */
export function ListPart<Kind extends keyof Subjects, Row extends Subjects[Kind]>(
  props: ListPartProps<Kind, Row>,
) {
  const { kind, layout, words, query, rows, columns, tall = false, rowKey, nameOf, children } = props;
  const selection = useSelectedRow(kind, rows, rowKey);
  return (
    <PagePart title={words.title} about={words.about}>
      <div className="ui-stack">
        {query.isPending && <Skeleton label={words.loading} shape="text" count={2} />}
        <ReadFailure query={query} title={words.failed} />
        {query.error && rows && <ShownAsOf at={query.dataUpdatedAt} />}
        {rows?.length === 0 && <p className="ui-muted-small">{words.none}</p>}
        {rows && rows.length > 0 && (
          <div className="ui-table-box">
            <Table
              label={words.table}
              layout={layout}
              tall={tall}
              columns={columns}
              rows={rows}
              {...selection}
              {...rowMenus(kind, nameOf)}
            />
          </div>
        )}
        <div className="ui-row-wrapping">{children}</div>
      </div>
    </PagePart>
  );
}
