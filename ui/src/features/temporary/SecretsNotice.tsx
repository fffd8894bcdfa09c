import { useWork } from "@/data/work";
import { Failure } from "@/features/Failure";
import { retrying } from "@/features/keychain/mutations";
import type { TemporaryView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";

/** The connection string and the claim link are not at hand, or not kept: why, and what can be done. */
export function SecretsNotice({ row }: { row: TemporaryView }) {
  const retry = useWork(retrying);
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
      actions={
        <Button icon="refresh" size="small" busy={retry.underWay} onClick={() => void retry.start()}>
          {row.secretsMissing ? "Look in the keychain again" : "Try the keychain again"}
        </Button>
      }
    />
  );
}
