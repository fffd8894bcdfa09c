import { useMutationSpec } from "@/data/mutation";
import { retrying } from "@/features/keychain/mutations";
import { Button } from "@/kit/control/Button";
import { DETAIL } from "./words";

/** Asks the keychain once more, such as after it was unlocked; what it knows then changes the row. */
export function RetryKeychain({ words = DETAIL.checkKeychain }: { words?: string }) {
  const retry = useMutationSpec(retrying);
  return (
    <Button icon="refresh" size="small" busy={retry.underWay} onClick={() => void retry.start()}>
      {words}
    </Button>
  );
}
