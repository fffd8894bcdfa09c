import { useQuery } from "@tanstack/react-query";
import { useMutationSpec } from "@/data/mutation";
import { keychainQuery } from "@/data/queries";
import { Button } from "@/kit/control/Button";
import { Banner } from "@/kit/layout/Banner";
import { openDialog } from "@/kit/overlay/dialogs";
import { retrying } from "./mutations";
import { BANNER, keychainWords } from "./words";

/** Across the top of the window while secrets have no safe place. */
export function KeychainBanner() {
  const keychain = useQuery(keychainQuery);
  const retry = useMutationSpec(retrying);
  const words = keychain.data && keychainWords(keychain.data);
  if (!words) return null;
  return (
    <Banner
      tone={words.tone}
      icon="key"
      title={words.title}
      testId="keychain-banner"
      actions={
        <>
          <Button size="small" busy={retry.underWay} onClick={() => void retry.start()}>
            {BANNER.tryAgain}
          </Button>
          {words.tone === "warning" && (
            <Button size="small" onClick={() => openDialog({ dialog: "keychain", options: null })}>
              {BANNER.options}
            </Button>
          )}
        </>
      }
    >
      {words.detail}
    </Banner>
  );
}
