import { isKeychain } from "@/data/errors";
import { useWork } from "@/data/work";
import { retrying } from "@/features/keychain/mutations";
import type { ErrorView, TemporaryView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";

/** Asks the keychain once more, such as after it was unlocked; what it knows then changes the row. */
export function RetryKeychain({ words = "Check keychain again" }: { words?: string }) {
  const retry = useWork(retrying);
  return (
    <Button icon="refresh" size="small" busy={retry.underWay} onClick={() => void retry.start()}>
      {words}
    </Button>
  );
}

/** Why the keychain could not say whether a database was made. While it cannot, its secrets may well be in there. */
export function keychainUnasked(row: TemporaryView): ErrorView | undefined {
  if (row.state !== "unclear" || !row.checkError) return undefined;
  return isKeychain(row.checkError.code) ? row.checkError : undefined;
}
