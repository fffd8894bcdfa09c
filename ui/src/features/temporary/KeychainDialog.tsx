import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useMutationSpec } from "@/data/mutation";
import { keychainQuery } from "@/data/queries";
import { Failure } from "@/features/base/Failure";
import { retrying, usingMemory } from "@/features/keychain/mutations";
import { canStore, keychainWords } from "@/features/keychain/words";
import type { TemporaryOptions } from "@/ipc/generated";
import { useActionSurroundings } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { Dialog } from "@/kit/overlay/Dialog";
import { openDialog, useCloseDialog } from "@/kit/overlay/dialogs";
import { createWith } from "./create";
import { DETAIL, KEYCHAIN } from "./words";

/** What to do without a keychain. When a database waits for it, it is made as soon as its secrets have an instant service. */
export function KeychainDialog({ options }: { options: TemporaryOptions | null }) {
  const close = useCloseDialog();
  const check = useRef<HTMLButtonElement>(null);
  const keychain = useQuery(keychainQuery);
  const retry = useMutationSpec(retrying);
  const memory = useMutationSpec(usingMemory);
  const { tools, registry, onFailure } = useActionSurroundings();
  const words = keychain.data && keychainWords(keychain.data);

  const goOn = async () => {
    close();
    if (!options) return;
    try {
      const next = await createWith(options, tools);
      if (next) openDialog(next);
    } catch (error) {
      // The dialog is gone: shown where a refused create of the New button is shown.
      const creating = registry.find("temporary.new");
      if (creating) onFailure(creating, error);
    }
  };
  const tryAgain = async () => {
    const found = await retry.start();
    if (found && canStore(found)) await goOn();
  };
  const storeInMemory = async () => {
    if (await memory.start()) await goOn();
  };
  const error = retry.failure?.error ?? memory.failure?.error;
  return (
    <Dialog
      open
      initialFocus={check}
      onClose={close}
      title={words?.title ?? KEYCHAIN.title}
      description={options ? KEYCHAIN.waiting : undefined}
      footer={
        <>
          <Button busy={memory.underWay} onClick={() => void storeInMemory()}>
            {KEYCHAIN.memory}
          </Button>
          <Button ref={check} tone="primary" busy={retry.underWay} onClick={() => void tryAgain()}>
            {DETAIL.retryKeychain}
          </Button>
        </>
      }
    >
      {words && <p>{words.detail}</p>}
      <p>{KEYCHAIN.lost}</p>
      {error && <Failure error={error} />}
    </Dialog>
  );
}
