import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useAccount } from "@/data/account";
import { ReadFailure } from "@/features/base/Failure";
import { lockedWords } from "@/features/base/words";
import { Card } from "@/kit/layout/Card";
import { Skeleton } from "@/kit/state/Skeleton";
import styles from "./Connect.module.css";
import { ConnectionButtons } from "./ConnectionButtons";
import { ConnectBody } from "./ConnectTabs";
import { connectionQuery } from "./queries";
import type { ConnectionSubject } from "./subjects";
import { CARD } from "./words";

interface ConnectFormsProps extends ConnectionSubject {
  /** Below the string: what it leads to, to be chosen. */
  picks?: ReactNode;
}

/**
 * How to connect, in every form that people paste somewhere, with psql, env file and a test:
 *
 *     <ConnectForms source={{ kind: "project", accountId, projectId, request }} name="shop-prod / main" />
 *
 * `name` is what dialogs call the connection. The forms come masked; a secret is fetched on a click alone.
 */
export function ConnectForms({ source, name, picks }: ConnectFormsProps) {
  const view = useQuery(connectionQuery(source));
  const locked = lockedWords(useAccount("accountId" in source ? source.accountId : undefined));
  return (
    <Card label={CARD.label}>
      <div className={styles.body}>
        {view.data ? (
          <ConnectBody
            source={source}
            view={view.data}
            locked={locked}
            actions={<ConnectionButtons source={source} name={name} view={view.data} locked={locked} />}
          />
        ) : view.error ? (
          <ReadFailure query={view} title={CARD.unread} />
        ) : (
          <Skeleton label={CARD.loading} shape="card" count={1} />
        )}
      </div>
      {picks && <div className={styles.picks}>{picks}</div>}
    </Card>
  );
}
