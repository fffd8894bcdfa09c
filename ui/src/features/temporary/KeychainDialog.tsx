import { useQuery } from "@tanstack/react-query";
import { keychainQuery } from "@/data/queries";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { retrying, usingMemory } from "@/features/keychain/mutations";
import { canKeep, keychainWords } from "@/features/keychain/words";
import type { TemporaryOptions } from "@/ipc/generated";
import { useActionSurroundings } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { ask, useUnask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { createWith } from "./create";

/** What to do without a keychain. When a database waits for it, it is made as soon as its secrets have a place. */
export function KeychainDialog({ options }: { options: TemporaryOptions | null }) {
  const close = useUnask();
  const keychain = useQuery(keychainQuery);
  const retry = useWork(retrying);
  const memory = useWork(usingMemory);
  const { tools, registry, onFailure } = useActionSurroundings();
  const words = keychain.data && keychainWords(keychain.data);

  const goOn = async () => {
    close();
    if (!options) return;
    try {
      const next = await createWith(options, tools);
      if (next) ask(next);
    } catch (error) {
      // The dialog is gone: told where the create of a click on New is told.
      const creating = registry.find("temporary.new");
      if (creating) onFailure(creating, error);
    }
  };
  const tryAgain = async () => {
    const found = await retry.start();
    if (found && canKeep(found)) await goOn();
  };
  const keepInMemory = async () => {
    if (await memory.start()) await goOn();
  };
  const error = retry.failure?.error ?? memory.failure?.error;
  return (
    <Dialog
      open
      onClose={close}
      title={words?.title ?? "The keychain"}
      description={
        options
          ? "Nothing was created yet: the connection string and the claim link of a database are secrets and need a place first."
          : undefined
      }
      footer={
        <>
          <Button busy={memory.underWay} onClick={() => void keepInMemory()}>
            Keep secrets in memory until I quit
          </Button>
          <Button tone="primary" busy={retry.underWay} onClick={() => void tryAgain()}>
            Try the keychain again
          </Button>
        </>
      }
    >
      {words && <p>{words.detail}</p>}
      <p>
        In memory, secrets last until Plinth quits. The databases themselves stay; without their connection
        string and claim link they cannot be reached from here afterwards. Secrets are never written to a
        plain file.
      </p>
      {error && <Failure error={error} />}
    </Dialog>
  );
}
