import { useMemo, useRef } from "react";
import { counted } from "@/data/format";
import type { AccountView, ProjectView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { useFilterKey } from "@/kit/action/useFilterKey";
import { SearchInput } from "@/kit/control/SearchInput";
import { Toolbar } from "@/kit/layout/Toolbar";
import { Notice } from "@/kit/state/Notice";
import styles from "./Keys.module.css";
import { KeysBody } from "./KeysBody";
import { ListButtons } from "./ListButtons";
import { NoKeys } from "./NoKeys";
import type { KeysAt } from "./places";
import { TickedKeysBar } from "./TickedKeysBar";
import { useKeyList } from "./useKeyList";
import { keysLocked } from "./words";

interface ProjectKeysProps {
  account: AccountView;
  project: ProjectView;
  organizationId: string;
}

/** The keys of an organization that open one of its projects and nothing else. */
export function ProjectKeys({ account, project, organizationId }: ProjectKeysProps) {
  const { id, name, organization } = project;
  const locked = keysLocked(account);
  const at = useMemo(
    (): KeysAt => ({
      accountId: account.id,
      organizationId,
      organizationName: organization ?? organizationId,
      project: { id, name },
      locked,
    }),
    [account.id, organizationId, organization, id, name, locked],
  );
  const list = useKeyList(account, at);
  const field = useRef<HTMLInputElement>(null);
  useFilterKey(field);
  const { query, rows, shown, filter } = list;
  const others = (query.data?.length ?? 0) - rows.length;
  const count = filter.trim() === "" ? "" : `${counted(shown.length, "key")} shown of `;
  return (
    <div className={styles.tab}>
      <Toolbar
        count={query.data && `${count}${counted(rows.length, "key")}`}
        tools={
          <>
            <ListButtons list={list} />
            <ActionButton action="apiKeys.new" context={{ apiKeys: list.subject }} tone="primary">
              New key for this project…
            </ActionButton>
          </>
        }
      >
        <SearchInput
          label="Filter the keys"
          value={filter}
          onChange={list.setFilter}
          shortcut="/"
          field={field}
        />
      </Toolbar>
      <KeysBody
        account={account}
        list={list}
        notice={
          others > 0 && (
            <Notice tone="plain">
              {counted(others, "other key")} of {at.organizationName} may open this project as well: those of
              the whole organization are under API keys.
            </Notice>
          )
        }
        empty={<NoKeys at={at} />}
      />
      {list.ticked.rows.length > 0 && <TickedKeysBar list={list} />}
    </div>
  );
}
