import { Button } from "@/kit/control/Button";
import { ask } from "@/kit/overlay/asked";
import { Notice } from "@/kit/state/Notice";
import type { ProviderSubject } from "./places";
import { providerWord } from "./words";

/** A provider that is there already: the way on is to change that one. */
export function TakenProvider({ subject }: { subject: ProviderSubject }) {
  const { provider, projectName } = subject;
  const isOwn = provider.isShared === false;
  return (
    <Notice
      tone="warning"
      role="status"
      title={`${providerWord(provider.id)} is there already`}
      actions={
        <Button size="small" onClick={() => ask({ dialog: "oauthCredentials", subject })}>
          {isOwn ? "Change its credentials…" : "Give it own credentials…"}
        </Button>
      }
    >
      {projectName} has this provider, with {isOwn ? "credentials of your own" : "the platform’s credentials"}
      .
    </Notice>
  );
}
