import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { listed } from "@/data/format";
import { emailServerQuery, oauthProvidersQuery } from "@/data/queries";
import { providerWord } from "@/features/oauthProviders/words";
import type { AuthIntegrationView, EmailServerView, OauthProviderView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { Button } from "@/kit/control/Button";
import { LookPill, type Tone } from "@/kit/data/Pill";
import { Card } from "@/kit/layout/Card";
import styles from "./Auth.module.css";
import type { OnIntegration } from "./places";
import { domainsQuery, useReload } from "./queries";
import { isOwn } from "./words";

const LOOK: Record<ReadinessPoint["state"], { tone: Tone; word: string }> = {
  met: { tone: "ok", word: "Done" },
  missing: { tone: "warning", word: "Missing" },
  loading: { tone: "progress", word: "Checking" },
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
        <span className="ui-muted-small" role="status" data-testid="readiness">
          Ready for production: {metOf(points)} of {points.length}
        </span>
      }
    >
      <ul className={styles.points} aria-label="Production requirements">
        {points.map((point) => (
          <li key={point.need} className={styles.point} data-need={point.need} data-state={point.state}>
            <LookPill look={LOOK[point.state]} />
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

/** What is known of a list: read, on its way, or not to be had. */
export type Known<View> =
  | { state: "known"; value: View }
  | { state: "loading" }
  | { state: "failed"; error: Error };

/** What an app needs before it goes to production. */
type Need = "credentials" | "email" | "domain" | "owner";

interface ReadinessPoint {
  need: Need;
  /** `unknown` where the platform could not be asked. */
  state: "met" | "missing" | "loading" | "unknown";
  /** What it is, in words that fit its state. */
  words: string;
  /** The providers with shared credentials, where that is what is missing. */
  providers?: readonly OauthProviderView[];
}

export interface Readable {
  integration: AuthIntegrationView;
  providers: Known<readonly OauthProviderView[]>;
  email: Known<EmailServerView>;
  domains: Known<readonly string[]>;
}

/** The points of the readiness list, always all four in the same order. */
export function readinessOf({ integration, providers, email, domains }: Readable): readonly ReadinessPoint[] {
  return [
    { need: "credentials", ...judged(providers, "Own credentials for all OAuth providers", credentials) },
    { need: "email", ...judged(email, "Own email server", ownServer) },
    { need: "domain", ...judged(domains, "Trusted domain", aDomain) },
    {
      need: "owner",
      ...(isOwn(integration)
        ? { state: "met", words: "Your account owns the auth project" }
        : {
            state: "missing",
            words: "The platform owns the auth project",
          }),
    },
  ];
}

/** How many of the points are met. */
export function metOf(points: readonly ReadinessPoint[]): number {
  return points.filter(({ state }) => state === "met").length;
}

type Judgement = Omit<ReadinessPoint, "need">;

function judged<View>(known: Known<View>, about: string, judge: (view: View) => Judgement): Judgement {
  if (known.state === "known") return judge(known.value);
  return known.state === "loading"
    ? { state: "loading", words: `${about}: checking` }
    : { state: "unknown", words: `${about}: unknown, the platform could not be reached` };
}

function credentials(providers: readonly OauthProviderView[]): Judgement {
  // A provider of which the platform does not say whose credentials it uses is not said to be ready.
  const shared = providers.filter(({ isShared }) => isShared !== false);
  if (shared.length > 0) {
    const whose = shared.length === 1 ? "uses" : "use";
    return {
      state: "missing",
      words: `${listed(shared.map(({ id }) => providerWord(id)))} ${whose} the platform’s shared credentials`,
      providers: shared,
    };
  }
  return {
    state: "met",
    words:
      providers.length > 0
        ? "All OAuth providers use your own credentials"
        : "No OAuth provider uses shared credentials",
  };
}

function ownServer({ kind }: EmailServerView): Judgement {
  return kind === "shared"
    ? { state: "missing", words: "Email goes through the platform’s shared server" }
    : { state: "met", words: "Email goes through your own server" };
}

function aDomain(domains: readonly string[]): Judgement {
  if (domains.length > 0) {
    const more = domains.length > 1 ? ` and ${domains.length - 1} more` : "";
    return { state: "met", words: `Trusted: ${domains[0]}${more}` };
  }
  return { state: "missing", words: "No trusted domain" };
}
