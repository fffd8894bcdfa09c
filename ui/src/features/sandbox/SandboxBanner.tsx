import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useAccount, useCurrentAccount } from "@/data/account";
import { failureText, needsSandbox } from "@/data/errors";
import { mutationKeys } from "@/data/keys";
import { useFailure, useMutationSpec } from "@/data/mutation";
import { sandboxQuery, temporaryListQuery } from "@/data/queries";
import { starting } from "@/data/sandbox";
import { noteShown } from "@/data/shown";
import { ABOUT_ACCOUNT } from "@/features/accounts/AccountBanner";
import { MutationRefusal } from "@/features/base/Failure";
import type { ErrorView, SandboxStatus } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Banner } from "@/kit/layout/Banner";
import { Notices } from "@/kit/layout/Notices";
import { useRoute } from "@/kit/route/useRouter";
import { BANNER, notRunning, PANEL } from "./words";

/**
 * Across the top of every screen that shows something of the sandbox while it does not run: that it does not, why, and the
 * way to start it. The panel of the sandbox itself says so in its own place.
 */
export function SandboxBanner() {
  const sandbox = useQuery(sandboxQuery).data;
  const { screen } = useRoute();
  const needed = useIsNeeded();
  const refused = useFailure(mutationKeys.sandbox);
  if (!sandbox || screen === "sandbox") return null;
  const { status, error } = sandbox;
  if (status === "running") {
    return (
      refused && (
        <Notices>
          <MutationRefusal failure={refused} title={PANEL.refused} dismissible />
        </Notices>
      )
    );
  }
  // A click on New has started it too, also where nothing of it is shown yet.
  if (!needed && !(refused && screen === "temporary")) return null;
  return <StoppedBanner status={status} error={error} {...(refused && { shown: refused.error })} />;
}

interface StoppedBannerProps {
  status: Exclude<SandboxStatus, "running">;
  /** Why the last start failed. */
  error: ErrorView | null;
  /** The refused try that this is about: it is not shown a second time as a toast. */
  shown?: Error;
}

function StoppedBanner({ status, error, shown }: StoppedBannerProps) {
  const start = useMutationSpec(starting);
  useEffect(() => shown && noteShown(shown), [shown]);
  const failed = status === "failed" && error;
  return (
    <Banner
      tone={failed ? "danger" : "warning"}
      icon={failed ? "alert" : "plug"}
      title={notRunning(status)}
      passing
      testId="sandbox-banner"
      actions={
        <Button
          size="small"
          icon="play"
          busy={start.underWay || status === "starting"}
          disabled={status === "stopping"}
          onClick={() => void start.start()}
        >
          {BANNER.start}
        </Button>
      }
    >
      {failed ? failureText(error) : BANNER.stale}
    </Banner>
  );
}

/** Whether what is shown here needs the sandbox: its account, or a temporary database that cannot be reached without it. */
function useIsNeeded(): boolean {
  const route = useRoute();
  const current = useCurrentAccount();
  const named = useAccount("account" in route ? route.account : undefined);
  const rows = useQuery(temporaryListQuery).data?.items ?? [];
  if (route.screen === "temporary") return rows.some(({ checkError }) => needsSandbox(checkError));
  if (!ABOUT_ACCOUNT.has(route.screen)) return false;
  return needsSandbox((named ?? current)?.problem ?? null);
}
