import { useWork } from "@/data/work";
import { Failure } from "@/features/Failure";
import { retrying } from "@/features/keychain/mutations";
import type { TemporaryView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";

/** The connection string and the claim link are not at hand: why, and how to get them back. */
export function SecretsNotice({ row }: { row: TemporaryView }) {
  const retry = useWork(retrying);
  if (!row.secretsMissing) return null;
  return (
    <Failure
      title="Connection string and claim link are not at hand"
      error={row.secretsMissing}
      actions={
        <Button icon="refresh" size="small" busy={retry.underWay} onClick={() => void retry.start()}>
          Look in the keychain again
        </Button>
      }
    />
  );
}
