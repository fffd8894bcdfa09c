import { type ReactNode, useRef } from "react";
import { counted } from "@/data/format";
import type { AccountView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { useFilterKey } from "@/kit/action/useFilterKey";
import { SearchInput } from "@/kit/control/SearchInput";
import { Screen } from "@/kit/layout/Screen";
import { Toolbar } from "@/kit/layout/Toolbar";
import { KeysBody } from "./KeysBody";
import { ListButtons } from "./ListButtons";
import { NoKeys } from "./NoKeys";
import type { KeysAt } from "./places";
import { TickedKeysBar } from "./TickedKeysBar";
import { useKeyList } from "./useKeyList";
import { countWords } from "./words";

interface KeysOfProps {
  account: AccountView;
  at: KeysAt;
  /** The key that is selected first. */
  id: string | undefined;
  /** What is missing besides this list. */
  notice: ReactNode;
  /** Which other lists there are. */
  children: ReactNode;
}

/** One list of keys as a screen. */
export function KeysOf({ account, at, id, notice, children }: KeysOfProps) {
  const list = useKeyList(account, at, id);
  const field = useRef<HTMLInputElement>(null);
  useFilterKey(field);
  const { query, rows, shown, filter } = list;
  const some = filter.trim() !== "" && `${counted(shown.length, "key")} shown · `;
  return (
    <Screen
      title="API keys"
      tools={
        <>
          <SearchInput
            label="Filter the keys"
            value={filter}
            onChange={list.setFilter}
            shortcut="/"
            field={field}
          />
          <ActionButton action="apiKeys.new" tone="primary" context={{ apiKeys: list.subject }} />
        </>
      }
    >
      <Toolbar
        count={
          query.data && (
            <>
              {some}
              {countWords(rows.length)}
            </>
          )
        }
        tools={<ListButtons list={list} />}
      >
        {children}
      </Toolbar>
      <KeysBody account={account} list={list} notice={notice} empty={<NoKeys at={at} />} />
      {list.ticked.rows.length > 0 && <TickedKeysBar list={list} />}
    </Screen>
  );
}
