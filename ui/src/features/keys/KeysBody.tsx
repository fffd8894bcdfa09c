import type { ReactNode } from "react";
import { BulkNotices } from "@/features/bulk/BulkNotices";
import type { AccountView } from "@/ipc/generated";
import { NothingFits } from "@/kit/state/NothingFits";
import { Skeleton } from "@/kit/state/Skeleton";
import { KeysNotices } from "./KeysNotices";
import { KeyTable } from "./KeyTable";
import { RotationNotices } from "./RotationNotices";
import type { KeyList } from "./useKeyList";

interface KeysBodyProps {
  account: AccountView;
  list: KeyList;
  /** What is missing besides this list. */
  notice?: ReactNode;
  /** In place of a list without keys. */
  empty: ReactNode;
}

/** What must be known, what is ticked, and the keys or what stands in their place. */
export function KeysBody({ account, list, notice, empty }: KeysBodyProps) {
  const { query, rows, shown, filter } = list;
  return (
    <>
      <RotationNotices accountId={account.id} />
      <BulkNotices accountId={account.id} of="key" />
      <KeysNotices account={account} list={list}>
        {notice}
      </KeysNotices>
      {query.isFetching && !query.data && <Skeleton label="API keys" shape="tall-rows" />}
      {query.data && rows.length === 0 && empty}
      {rows.length > 0 && shown.length === 0 && <NothingFits>No key fits “{filter}”.</NothingFits>}
      {shown.length > 0 && <KeyTable list={list} />}
    </>
  );
}
