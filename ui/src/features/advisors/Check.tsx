import { useQuery } from "@tanstack/react-query";
import { counted } from "@/data/format";
import { ReadFailure } from "@/features/base/Failure";
import { Instant } from "@/features/base/Instant";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import type { AdvisorIssueView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { useActionSurroundings, usePerform } from "@/kit/action/useActions";
import { Skeleton } from "@/kit/state/Skeleton";
import { StaleNotice } from "@/kit/state/StaleNotice";
import styles from "./Advisors.module.css";
import { type AdvisedDatabase, advisorsQuery, counts, grouped } from "./advisors";
import { IssueCard } from "./IssueCard";
import { ACTIONS, CARD, LEVELS } from "./words";

/** Shows the issues that the advisors found in the last check of a database. */
export function Check({ at }: { at: AdvisedDatabase }) {
  const query = useQuery(advisorsQuery(at));
  const again = useRun(at);
  const { data, isFetching } = query;
  const isChanged = data !== undefined && data.stand !== at.stand && !query.error;
  if (!data && !isFetching && !query.error) return <Unchecked at={at} />;
  return (
    <>
      {isChanged && (
        <StaleNotice
          asOf={query.dataUpdatedAt}
          reason={CARD.changed(at.branchName)}
          retry={again}
          words={ACTIONS.again}
          retrying={isFetching}
        />
      )}
      {!isFetching && (
        <ReadFailure
          query={{ error: query.error, refetch: async () => again() }}
          title={CARD.failed}
          account={at.accountId}
        />
      )}
      {!data && isFetching && <Skeleton label={CARD.checking} shape="text" count={4} />}
      {data && <Found at={at} issues={data.issues} checkedAt={query.dataUpdatedAt} isChecking={isFetching} />}
    </>
  );
}

function useRun(at: AdvisedDatabase): () => void {
  const { registry } = useActionSurroundings();
  const perform = usePerform();
  return () => {
    const action = registry.find("advisors.run");
    if (action) perform(action, { advisors: at });
  };
}

/** Offers a check. A check starts the compute, so that none runs without a click. */
function Unchecked({ at }: { at: AdvisedDatabase }) {
  return (
    <>
      <p className={styles.about}>{CARD.about}</p>
      <div>
        <ActionButton action="advisors.run" context={{ advisors: at }} icon="pulse" short />
      </div>
    </>
  );
}

interface FoundProps {
  at: AdvisedDatabase;
  issues: readonly AdvisorIssueView[];
  checkedAt: number;
  isChecking: boolean;
}

function Found({ at, issues, checkedAt, isChecking }: FoundProps) {
  return (
    <>
      <div className={styles.head}>
        <div className={styles.words}>
          <p className={styles.count} role="status">
            {issues.length === 0 ? CARD.none : countWords(issues)}
          </p>
          <p className="ui-muted-small">
            {CARD.checked} <Instant at={checkedAt} clock="here" />
          </p>
        </div>
        <div className="ui-row">
          <CopyAsButton
            size="small"
            title={CARD.call(at.database)}
            operation={advisorsQuery(at).operation}
            {...(issues.length > 0 && { json: issues })}
          />
          <ActionButton
            action="advisors.run"
            context={{ advisors: at }}
            icon="refresh"
            size="small"
            busy={isChecking}
          >
            {ACTIONS.again}
          </ActionButton>
        </div>
      </div>
      {issues.length > 0 && (
        <ul className={styles.issues} aria-label={CARD.list}>
          {grouped(issues).map((group) => (
            <li key={group.key}>
              <IssueCard group={group} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** "1 error, 2 warnings" */
function countWords(issues: readonly AdvisorIssueView[]): string {
  const words = counts(issues).map(({ level, count }) => {
    const { word, many } = LEVELS[level];
    return counted(count, word.toLowerCase(), many);
  });
  return words.join(", ");
}
