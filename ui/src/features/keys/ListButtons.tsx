import { Instant } from "@/features/base/Instant";
import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import styles from "./Keys.module.css";
import type { KeyList } from "./useKeyList";

/** What can be done with a list of keys, and how old it is while it is read anew. */
export function ListButtons({ list: { query, subject } }: { list: KeyList }) {
  const context = { apiKeys: subject };
  return (
    <>
      {query.isFetching && query.data && (
        <span className={styles.quiet}>
          as of <Instant at={query.dataUpdatedAt} clock="here" />
        </span>
      )}
      {subject.unused.length > 0 && (
        <ActionButton action="apiKeys.revokeUnused" context={context} size="small">
          Revoke unused…
        </ActionButton>
      )}
      <ActionMenu about="apiKeys" subject={subject} label="Actions for the list" outlined />
    </>
  );
}
