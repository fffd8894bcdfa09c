import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { emailServerQuery, oauthProvidersQuery } from "@/data/queries";
import { Pill, type Tone } from "@/kit/data/Pill";
import { Card } from "@/kit/layout/Card";
import styles from "./Auth.module.css";
import type { OnIntegration } from "./places";
import { domainsQuery } from "./queries";
import { ReadinessFix } from "./ReadinessFix";
import { type Known, metOf, type ReadinessPoint, readinessOf } from "./readiness";

const LOOK: Record<ReadinessPoint["state"], { tone: Tone; word: string }> = {
  met: { tone: "ok", word: "Done" },
  missing: { tone: "warning", word: "Missing" },
  loading: { tone: "progress", word: "Looking" },
  unknown: { tone: "off", word: "Unknown" },
};

/** What an app needs before it goes to production, each missing point with the way that mends it. */
export function ReadinessCard({ at }: { at: OnIntegration }) {
  const { accountId, projectId, integration } = at;
  const points = readinessOf({
    integration,
    providers: known(useQuery(oauthProvidersQuery(accountId, projectId))),
    email: known(useQuery(emailServerQuery(accountId, projectId))),
    domains: known(useQuery(domainsQuery(accountId, projectId))),
  });
  return (
    <Card
      title="Readiness"
      tools={
        <span className={styles.quiet} role="status" data-testid="readiness">
          Ready for production: {metOf(points)} of {points.length}
        </span>
      }
    >
      <ul className={styles.points} aria-label="What production needs">
        {points.map((point) => (
          <li key={point.need} className={styles.point} data-need={point.need} data-state={point.state}>
            <Pill tone={LOOK[point.state].tone}>{LOOK[point.state].word}</Pill>
            <span>{point.words}</span>
            <ReadinessFix at={at} point={point} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What a list says now: an old answer is better than none. */
function known<View>({ data, error }: Pick<UseQueryResult<View>, "data" | "error">): Known<View> {
  if (data !== undefined) return { state: "known", value: data };
  return error ? { state: "failed", error } : { state: "loading" };
}
