import { useQuery } from "@tanstack/react-query";
import { keychainQuery } from "@/data/queries";
import { useWork } from "@/data/work";
import { Button } from "@/kit/control/Button";
import { Banner } from "@/kit/layout/Banner";
import { ask } from "@/kit/overlay/asked";
import { retrying } from "./mutations";
import { BANNER, keychainWords } from "./words";

/** Across the top of the window while secrets have no safe place. */
export function KeychainBanner() {
  const keychain = useQuery(keychainQuery);
  const retry = useWork(retrying);
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
            <Button size="small" onClick={() => ask({ dialog: "keychain", options: null })}>
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
