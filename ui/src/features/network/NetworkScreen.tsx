import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ReadFailure } from "@/features/base/Failure";
import type { NetworkView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { SearchInput } from "@/kit/control/SearchInput";
import { Notices } from "@/kit/layout/Notices";
import { Screen } from "@/kit/layout/Screen";
import { Link } from "@/kit/route/Link";
import { EmptyState } from "@/kit/state/EmptyState";
import { Skeleton } from "@/kit/state/Skeleton";
import { StaleNotice } from "@/kit/state/StaleNotice";
import styles from "./Network.module.css";
import { NetworkTable } from "./NetworkTable";
import { networkQuery } from "./queries";
import { NETWORK } from "./words";

/** Every host that Plinth contacted: why, when and how often. */
export function NetworkScreen() {
  const network = useQuery(networkQuery);
  const [filter, setFilter] = useState("");
  const { data } = network;
  const hasRows = data !== undefined && data.items.length > 0;
  return (
    <Screen
      title={NETWORK.title}
      lead={<Lead />}
      tools={
        <>
          {hasRows && <SearchInput label={NETWORK.filter} value={filter} onChange={setFilter} shortcut />}
          <ActionButton action="diagnostics.open" />
        </>
      }
    >
      <Notices>
        {data === undefined ? (
          <ReadFailure query={network} title={NETWORK.unread} />
        ) : (
          network.error && (
            <StaleNotice
              asOf={network.dataUpdatedAt}
              reason={NETWORK.stale}
              retry={() => void network.refetch()}
              retrying={network.isFetching}
            />
          )
        )}
      </Notices>
      {data && <About network={data} />}
      {network.isPending && <Skeleton label={NETWORK.loading} shape="tall-rows" />}
      {data?.items.length === 0 && (
        <EmptyState icon="link" title={NETWORK.empty}>
          {NETWORK.emptyText}
        </EmptyState>
      )}
      {hasRows && <NetworkTable contacts={data.items} filter={filter} />}
    </Screen>
  );
}

/** It is a part of the settings. */
function Lead() {
  return (
    <>
      <Link to={{ screen: "settings" }} className={styles.back}>
        {NETWORK.settings}
      </Link>{" "}
      <span aria-hidden="true">/</span>
    </>
  );
}

function About({ network }: { network: NetworkView }) {
  return (
    <div className={styles.about}>
      <p className={styles.never}>{NETWORK.never}</p>
      <p className={styles.scope}>{NETWORK.scope(network.keptDays)}</p>
    </div>
  );
}
