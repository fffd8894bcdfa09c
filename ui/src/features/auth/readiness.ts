import { listed } from "@/data/format";
import { providerWord } from "@/features/oauthProviders/words";
import type { AuthIntegrationView, EmailServerView, OauthProviderView } from "@/ipc/generated";
import { isOwn } from "./words";

/** What is known of a list: read, on its way, or not to be had. */
export type Known<View> =
  | { state: "known"; value: View }
  | { state: "loading" }
  | { state: "failed"; error: Error };

/** What an app needs before it goes to production. */
type Need = "credentials" | "email" | "domain" | "owner";

export interface ReadinessPoint {
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
    { need: "credentials", ...judged(providers, "Own credentials for every OAuth provider", credentials) },
    { need: "email", ...judged(email, "An email server of your own", ownServer) },
    { need: "domain", ...judged(domains, "A trusted domain", aDomain) },
    {
      need: "owner",
      ...(isOwn(integration)
        ? { state: "met", words: "The auth project belongs to an account of your own" }
        : {
            state: "missing",
            words: "The auth project belongs to the platform, not to an account of your own",
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
    ? { state: "loading", words: `${about}: being looked up` }
    : { state: "unknown", words: `${about}: not known, the platform could not be asked` };
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
        ? "Every OAuth provider has own credentials"
        : "No OAuth provider with shared credentials",
  };
}

function ownServer({ kind }: EmailServerView): Judgement {
  return kind === "shared"
    ? { state: "missing", words: "Mail goes through the platform’s shared email server" }
    : { state: "met", words: "Mail goes through an email server of your own" };
}

function aDomain(domains: readonly string[]): Judgement {
  if (domains.length > 0) {
    const more = domains.length > 1 ? ` and ${domains.length - 1} more` : "";
    return { state: "met", words: `${domains[0]}${more} may be returned to` };
  }
  return { state: "missing", words: "No domain is trusted to return users to" };
}
