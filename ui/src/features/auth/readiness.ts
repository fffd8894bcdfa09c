import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { listed } from "@/data/format";
import { emailServerQuery, oauthProvidersQuery } from "@/data/queries";
import { providerWord } from "@/features/oauthProviders/words";
import type { AuthIntegrationView, EmailServerView, OauthProviderView } from "@/ipc/generated";
import { domainsQuery } from "./queries";
import type { OnIntegration } from "./subjects";
import { isOwn, readinessWords } from "./words";

const { about } = readinessWords;

/** What an app needs before it goes to production, as far as it is known. */
export function useReadiness(at: OnIntegration): readonly ReadinessPoint[] {
  return readinessOf({
    integration: at.integration,
    providers: known(useQuery(oauthProvidersQuery(at))),
    email: known(useQuery(emailServerQuery(at))),
    domains: known(useQuery(domainsQuery(at))),
  });
}

/** What a list says now: an old answer is better than none. */
function known<View>({ data, error }: Pick<UseQueryResult<View>, "data" | "error">): Known<View> {
  if (data !== undefined) return { state: "known", value: data };
  return error ? { state: "failed", error } : { state: "loading" };
}

/** What is known of a list: read, on its way, or not to be had. */
export type Known<View> =
  | { state: "known"; value: View }
  | { state: "loading" }
  | { state: "failed"; error: Error };

/** What an app needs before it goes to production. */
export type Need = "credentials" | "email" | "domain" | "owner";

export interface ReadinessPoint {
  need: Need;
  /** `unknown` where the platform could not be asked. */
  state: "met" | "missing" | "loading" | "unknown";
  /** What it is, in words that fit its state. */
  words: string;
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
    { need: "credentials", ...judged(providers, about.credentials, credentials) },
    { need: "email", ...judged(email, about.email, ownServer) },
    { need: "domain", ...judged(domains, about.domain, aDomain) },
    {
      need: "owner",
      ...(isOwn(integration)
        ? { state: "met", words: readinessWords.ownerYou }
        : { state: "missing", words: readinessWords.ownerPlatform }),
    },
  ];
}

/** How many of the points are met. */
export function metOf(points: readonly ReadinessPoint[]): number {
  return points.filter(({ state }) => state === "met").length;
}

type Judgement = Omit<ReadinessPoint, "need">;

function judged<View>(known: Known<View>, what: string, judge: (view: View) => Judgement): Judgement {
  if (known.state === "known") return judge(known.value);
  return known.state === "loading"
    ? { state: "loading", words: readinessWords.isChecked(what) }
    : { state: "unknown", words: readinessWords.isUnknown(what) };
}

function credentials(providers: readonly OauthProviderView[]): Judgement {
  // A provider of which the platform does not say whose credentials it uses is not said to be ready.
  const shared = providers.filter(({ isShared }) => isShared !== false);
  if (shared.length > 0) {
    const names = listed(shared.map(({ id }) => providerWord(id)));
    return { state: "missing", words: readinessWords.shared(names, shared.length) };
  }
  return { state: "met", words: providers.length > 0 ? readinessWords.allOwn : readinessWords.noneShared };
}

function ownServer({ kind }: EmailServerView): Judgement {
  return kind === "shared"
    ? { state: "missing", words: readinessWords.emailShared }
    : { state: "met", words: readinessWords.emailOwn };
}

function aDomain([first, ...more]: readonly string[]): Judgement {
  return first === undefined
    ? { state: "missing", words: readinessWords.noDomain }
    : { state: "met", words: readinessWords.trusted(first, more.length) };
}
