import type { OauthProviderView } from "@/ipc/generated";
import type { Tone } from "@/kit/data/Pill";

const NAMES: Record<string, string> = {
  apple: "Apple",
  discord: "Discord",
  facebook: "Facebook",
  github: "GitHub",
  gitlab: "GitLab",
  google: "Google",
  linkedin: "LinkedIn",
  microsoft: "Microsoft",
  vercel: "Vercel",
};

/** What people call a provider; its id where that is not known. */
export function providerWord(id: string): string {
  return NAMES[id] ?? id;
}

/** The one provider that has tenants. */
export const WITH_TENANT = "microsoft";

interface CredentialsLook {
  word: string;
  tone: Tone;
  advice: string;
}

/** Whose client a provider uses, and what that means for production. */
export function credentialsLook({ isShared }: OauthProviderView): CredentialsLook {
  if (isShared === null) {
    return {
      word: "Not reported",
      tone: "off",
      advice: "The platform does not report whose credentials it uses.",
    };
  }
  return isShared
    ? {
        word: "Shared",
        tone: "warning",
        advice: "Uses the platform’s credentials. Fine for testing, not for production.",
      }
    : { word: "Own", tone: "ok", advice: "Uses your own credentials." };
}
