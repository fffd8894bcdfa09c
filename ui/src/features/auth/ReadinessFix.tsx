import { providerWord } from "@/features/oauthProviders/words";
import { ActionButton } from "@/kit/action/ActionButton";
import { Button } from "@/kit/control/Button";
import styles from "./Auth.module.css";
import type { OnIntegration } from "./places";
import type { ReadinessPoint } from "./readiness";
import { useLookAgain } from "./useLookAgain";

/** The button that mends what is missing; nothing where nothing is. */
export function ReadinessFix({ at, point }: { at: OnIntegration; point: ReadinessPoint }) {
  const { accountId, projectId, projectName, locked } = at;
  const again = useLookAgain(at);
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
