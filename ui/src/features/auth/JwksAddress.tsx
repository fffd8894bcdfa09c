import { CopyField } from "@/kit/data/CopyField";
import { writeClipboard } from "@/kit/data/clipboard";
import type { OnIntegration } from "./places";

/** Where the public keys are that the tokens of users are checked with. */
export function JwksAddress({ at }: { at: OnIntegration }) {
  const { jwksUrl } = at.integration;
  if (jwksUrl === null) return "Not told by the platform";
  return <CopyField label="the JWKS address" value={jwksUrl} copy={writeClipboard} />;
}
