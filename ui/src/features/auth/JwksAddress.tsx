import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { ActionButton } from "@/kit/action/ActionButton";
import { CopyField } from "@/kit/data/CopyField";
import { writeClipboard } from "@/kit/data/clipboard";
import styles from "./Auth.module.css";
import { openingJwks } from "./mutations";
import type { OnIntegration } from "./places";
import { hostOf } from "./words";

/** Where the public keys are that the tokens of users are checked with. */
export function JwksAddress({ at }: { at: OnIntegration }) {
  const { jwksUrl } = at.integration;
  const opening = useWork(openingJwks(at));
  if (jwksUrl === null) return "Not told by the platform";
  return (
    <div className={styles.address}>
      <CopyField label="the JWKS address" value={jwksUrl} copy={writeClipboard} />
      <ActionButton
        action="auth.openJwks"
        context={{ auth: at }}
        size="small"
        icon="external"
        busy={opening.underWay}
      >
        {`Open on ${hostOf(jwksUrl)}`}
      </ActionButton>
      {opening.failure && (
        <Failure
          title="The JWKS address was not opened"
          error={opening.failure.error}
          account={at.accountId}
          onDismiss={opening.failure.clear}
        />
      )}
    </div>
  );
}
