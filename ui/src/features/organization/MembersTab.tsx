import type { UseQueryResult } from "@tanstack/react-query";
import { Instant } from "@/features/base/Instant";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { ListState } from "@/features/databases/ListState";
import type { MemberView } from "@/ipc/generated";
import { rowMenus } from "@/kit/action/rowMenus";
import { useSelectedRow } from "@/kit/action/useSelectedRow";
import { Tag } from "@/kit/data/Tag";
import { Toolbar } from "@/kit/layout/Toolbar";
import { EmptyState } from "@/kit/state/EmptyState";
import { type Column, wordsWidth } from "@/kit/table/columns";
import { RowName } from "@/kit/table/RowName";
import { Table } from "@/kit/table/Table";
import styles from "./Organization.module.css";
import type { MemberSubject } from "./organization";
import { memberPage } from "./organization";
import { ACTIONS, MEMBERS, roleWord } from "./words";

interface MembersTabProps {
  members: { query: UseQueryResult<readonly MemberView[]>; rows: readonly MemberSubject[] | undefined };
}

/** Lists the members of the organization. */
export function MembersTab({ members: { query, rows } }: MembersTabProps) {
  const selection = useSelectedRow("member", rows, ({ member }) => member.id);
  const [first] = rows ?? [];
  return (
    <div className={styles.tab}>
      <ListState query={query} words={MEMBERS} />
      {rows?.length === 0 && (
        <EmptyState icon="user" title={MEMBERS.none}>
          {MEMBERS.noneText}
        </EmptyState>
      )}
      {rows && first && (
        <>
          <Toolbar
            tools={
              <CopyAsButton
                size="small"
                title={ACTIONS.membersCall(first.organizationName)}
                operation={memberPage(first)}
                json={query.data}
              />
            }
          >
            <span className="ui-muted-small" role="status">
              {MEMBERS.count(rows.length)}
            </span>
          </Toolbar>
          <Table
            label={MEMBERS.table}
            layout="members"
            columns={COLUMNS}
            rows={rows}
            {...selection}
            {...MENUS}
          />
        </>
      )}
    </div>
  );
}

const COLUMNS: ReadonlyArray<Column<MemberSubject>> = [
  {
    id: "email",
    header: MEMBERS.person,
    width: "minmax(200px, 1fr)",
    takes: ({ member }) => wordsWidth(member.email),
    cell: ({ member, isSelf }) => (
      <span className="ui-row-inline">
        <RowName name={member.email || member.userId} />
        {isSelf && <Tag>{MEMBERS.you}</Tag>}
      </span>
    ),
  },
  { id: "role", header: MEMBERS.role, width: "120px", cell: ({ member }) => roleWord(member.role) },
  {
    id: "factor",
    header: MEMBERS.factor,
    width: "100px",
    cell: ({ member: { hasSecondFactor } }) =>
      hasSecondFactor === null ? "–" : hasSecondFactor ? MEMBERS.on : MEMBERS.off,
  },
  {
    id: "since",
    header: MEMBERS.since,
    width: "110px",
    cell: ({ accountId, member }) => (
      <Instant at={member.joinedAt} clock={{ account: accountId }} missing="–" />
    ),
  },
];

const MENUS = rowMenus("member", (row) => row.member.email);
