import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ReadFailure } from "@/features/base/Failure";
import { ShownAsOf } from "@/features/base/ShownAsOf";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { ActionButton } from "@/kit/action/ActionButton";
import { usePublish } from "@/kit/action/useActions";
import { PagePart } from "@/kit/layout/PagePart";
import { Skeleton } from "@/kit/state/Skeleton";
import styles from "./Organization.module.css";
import { type OrganizationSubject, spendingQuery } from "./organization";
import { dollars, SPENDING } from "./words";

/** Shows the organization's monthly spending limit. */
export function SpendingTab({ at }: { at: OrganizationSubject }) {
  const limit = useQuery(spendingQuery(at));
  const cents = limit.data?.cents;
  const subject = useMemo(() => (cents === undefined ? undefined : { ...at, cents }), [at, cents]);
  usePublish("spendingLimit", subject);
  const context = { spendingLimit: subject };
  return (
    <div className={styles.parts}>
      <PagePart title={SPENDING.title} about={SPENDING.about}>
        <div className="ui-stack">
          {limit.isPending && <Skeleton label={SPENDING.loading} shape="text" count={1} />}
          <ReadFailure query={limit} title={SPENDING.failed} account={at.accountId} />
          {limit.error && subject && <ShownAsOf at={limit.dataUpdatedAt} />}
          {cents === null && <p className="ui-strong">{SPENDING.none}</p>}
          {typeof cents === "number" && (
            <p>
              <span className={styles.amount}>{dollars(cents)}</span> {SPENDING.month}
            </p>
          )}
          {subject && (
            <div className="ui-row-wrapping">
              <ActionButton action="spendingLimit.set" context={context}>
                {cents === null ? SPENDING.set : SPENDING.change}
              </ActionButton>
              <ActionButton action="spendingLimit.remove" context={context}>
                {SPENDING.remove}
              </ActionButton>
              <CopyAsButton title={SPENDING.call} operation={spendingQuery(at).operation} />
            </div>
          )}
        </div>
      </PagePart>
    </div>
  );
}
