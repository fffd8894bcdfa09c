import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Instant } from "@/features/base/Instant";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { ListState } from "@/features/databases/ListState";
import type { MemberView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { rowMenus } from "@/kit/action/rowMenus";
import { useSelectedRow } from "@/kit/action/useSelectedRow";
import { Toolbar } from "@/kit/layout/Toolbar";
import { EmptyState } from "@/kit/state/EmptyState";
import { type Column, wordsWidth } from "@/kit/table/columns";
import { RowName } from "@/kit/table/RowName";
import { Table } from "@/kit/table/Table";
import styles from "./Organization.module.css";
import {
  type InvitationSubject,
  invitationsQuery,
  type OrganizationSubject,
  openInvitations,
} from "./organization";
import { ACTIONS, INVITATIONS, MEMBERS, roleWord } from "./words";

interface InvitationsTabProps {
  at: OrganizationSubject;
  /** The members, to leave out invitations that were accepted. */
  members: readonly MemberView[] | undefined;
}

/** Lists the open invitations to the organization. */
export function InvitationsTab({ at, members }: InvitationsTabProps) {
  const list = useQuery(invitationsQuery(at));
  const rows = useMemo(
    () => list.data && openInvitations(list.data, members).map((invitation) => ({ ...at, invitation })),
    [at, list.data, members],
  );
  const selection = useSelectedRow("invitation", rows, ({ invitation }) => invitation.id);
  return (
    <div className={styles.tab}>
      <ListState query={list} words={INVITATIONS} />
      {rows?.length === 0 && (
        <EmptyState
          icon="user"
          title={INVITATIONS.none}
          actions={<ActionButton action="organization.invite" context={{ organization: at }} short />}
        >
          {INVITATIONS.noneText}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <>
          <Toolbar
            tools={
              <CopyAsButton
                size="small"
                title={ACTIONS.invitationsCall(at.organizationName)}
                operation={invitationsQuery(at).operation}
                json={list.data}
              />
            }
          >
            <span className="ui-muted-small" role="status">
              {INVITATIONS.count(rows.length)}
            </span>
            <span className="ui-muted-small">{INVITATIONS.noCancel}</span>
          </Toolbar>
          <Table
            label={INVITATIONS.table}
            layout="invitations"
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

const COLUMNS: ReadonlyArray<Column<InvitationSubject>> = [
  {
    id: "email",
    header: MEMBERS.person,
    width: "minmax(200px, 1fr)",
    takes: ({ invitation }) => wordsWidth(invitation.email),
    cell: ({ invitation }) => <RowName name={invitation.email} />,
  },
  { id: "role", header: MEMBERS.role, width: "120px", cell: ({ invitation }) => roleWord(invitation.role) },
  {
    id: "invited",
    header: INVITATIONS.invited,
    width: "110px",
    cell: ({ accountId, invitation }) => (
      <Instant at={invitation.invitedAt} clock={{ account: accountId }} missing="–" />
    ),
  },
];

const MENUS = rowMenus("invitation", (row) => row.invitation.email);
