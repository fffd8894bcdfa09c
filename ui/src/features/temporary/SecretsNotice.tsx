import { Failure } from "@/features/accounts/Failure";
import type { TemporaryView } from "@/ipc/generated";
import { LookAgain } from "./LookAgain";

/** The connection string and the claim link are not at hand, or not kept: why, and what can be done. */
export function SecretsNotice({ row }: { row: TemporaryView }) {
  const error = row.secretsMissing ?? row.secretsUnsaved;
  if (!error) return null;
  return (
    <Failure
      title={
        row.secretsMissing
          ? "Connection string and claim link are not at hand"
          : "The keychain did not take the secrets; they are lost when Plinth quits"
      }
      error={error}
      actions={row.secretsMissing ? <LookAgain /> : <LookAgain words="Try the keychain again" />}
    />
  );
}
