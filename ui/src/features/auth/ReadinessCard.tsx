import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { emailServerQuery, oauthProvidersQuery } from "@/data/queries";
import { providerWord } from "@/features/oauthProviders/words";
import { ActionButton } from "@/kit/action/ActionButton";
import { Button } from "@/kit/control/Button";
import { Pill, type Tone } from "@/kit/data/Pill";
import { Card } from "@/kit/layout/Card";
import styles from "./Auth.module.css";
import type { OnIntegration } from "./places";
import { domainsQuery, useReload } from "./queries";
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
        <span className="muted-small" role="status" data-testid="readiness">
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

/** The button that mends what is missing; nothing where nothing is. */
function ReadinessFix({ at, point }: { at: OnIntegration; point: ReadinessPoint }) {
  const { accountId, projectId, projectName, locked } = at;
  const again = useReload(at);
  if (point.state === "unknown") {
    return (
      <span className={styles.fix}>
        <Button size="small" icon="refresh" onClick={again}>
          Try again
        </Button>
      </span>
    );
  }
  if (point.state !== "missing") return null;
  return (
    <span className={styles.fix}>
      {point.providers?.map((provider) => (
        <ActionButton
          key={provider.id}
          action="oauthProvider.own"
          context={{ oauthProvider: { accountId, projectId, projectName, locked, provider } }}
          size="small"
        >
          {`Credentials for ${providerWord(provider.id)}…`}
        </ActionButton>
      ))}
      {point.need === "email" && <ActionButton action="email.own" size="small" />}
      {point.need === "domain" && (
        <ActionButton action="auth.addDomain" context={{ auth: at }} size="small" />
      )}
      {point.need === "owner" && <ActionButton action="auth.transfer" context={{ auth: at }} size="small" />}
    </span>
  );
}
