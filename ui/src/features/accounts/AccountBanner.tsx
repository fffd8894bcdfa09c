import { useCurrentAccount } from "@/data/account";
import { failureText, needsSandbox, viewOf } from "@/data/errors";
import { sentence } from "@/data/format";
import { useFailure, useMutationSpec } from "@/data/mutation";
import { MutationRefusal } from "@/features/base/Failure";
import type { AccountState, AccountView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { Banner } from "@/kit/layout/Banner";
import { useRoute } from "@/kit/route/useRouter";
import styles from "./AccountBanner.module.css";
import { choosing, lockingOf, recheckingOf } from "./mutations";
import { BANNER, TROUBLE } from "./words";

/** Where the account is what is shown, and an account without addresses is worth a line across the window. */
export const ABOUT_ACCOUNT: ReadonlySet<string> = new Set(["projects", "project", "history", "keys"]);

/** Across the top of the window: what is the matter with the current account, and what it is marked as. */
export function AccountBanner() {
  const account = useCurrentAccount();
  const { screen } = useRoute();
  if (!account) return null;
  // A sandbox that does not run has a banner of its own.
  const quiet =
    needsSandbox(account.problem) || (account.state === "unavailable" && !ABOUT_ACCOUNT.has(screen));
  return (
    <>
      {account.state !== "ready" && !quiet && <ProblemBanner account={account} state={account.state} />}
      <MarkBanner account={account} />
      <ActionFailures account={account} />
    </>
  );
}

function ProblemBanner({ account, state }: { account: AccountView; state: Exclude<AccountState, "ready"> }) {
  const context = { account };
  const { problem } = account;
  return (
    <Banner
      tone={state === "unauthorized" ? "danger" : "warning"}
      icon={state === "unavailable" ? "plug" : "key"}
      title={TROUBLE[state].title(account.name)}
      testId="account-banner"
      actions={
        <>
          {state !== "unavailable" && (
            <ActionButton action="account.replaceKey" context={context} size="small" short />
          )}
          <RecheckButton account={account} />
        </>
      }
    >
      {state === "unauthorized" ? rejected(problem) : TROUBLE[state].text}
      {problem && state !== "unauthorized" && ` ${failureText(problem)}`}
    </Banner>
  );
}

/** What follows from a rejected key. That it was rejected stands in the title. */
function rejected(problem: AccountView["problem"]): string {
  if (!problem) return TROUBLE.unauthorized.text;
  return problem.hint ? sentence(problem.hint) : failureText(problem);
}

function RecheckButton({ account }: { account: AccountView }) {
  const recheck = useMutationSpec(recheckingOf(account.id));
  return (
    <ActionButton action="account.recheck" context={{ account }} size="small" busy={recheck.underWay}>
      {BANNER.tryAgain}
    </ActionButton>
  );
}

/** What the account is marked as, in words: the tint of the window's edge says nothing by itself. */
function MarkBanner({ account }: { account: AccountView }) {
  const { name, isProduction, isReadOnly } = account;
  if (!isProduction && !isReadOnly) return null;
  return (
    <Banner
      tone={isProduction ? "danger" : "info"}
      icon={isReadOnly ? "lock" : "alert"}
      title={isProduction ? BANNER.isProduction(name) : BANNER.isReadOnly(name)}
      slim
      testId="account-mark"
      actions={
        <ActionButton action="account.unlock" context={{ account }} size="small">
          {BANNER.unlock}
        </ActionButton>
      }
    >
      {isReadOnly ? (isProduction ? BANNER.productionReadOnly : BANNER.readOnly) : BANNER.production}
    </Banner>
  );
}

/** Why the last click on one of the account's actions did nothing, for clicks that have no dialog of their own. */
function ActionFailures({ account }: { account: AccountView }) {
  const failures = [
    { title: BANNER.notLocked, failure: useFailure(lockingOf(account.id).key) },
    { title: BANNER.keyRejected, failure: useFailure(recheckingOf(account.id).key) },
    { title: BANNER.notSwitched, failure: useFailure(choosing.key) },
  ].filter(({ failure }) => failure && viewOf(failure.error).code !== "cancelled");
  if (failures.length === 0) return null;
  return (
    <div className={styles.failures}>
      {failures.map(({ title, failure }) => (
        <MutationRefusal key={title} failure={failure} title={title} account={account.id} dismissible />
      ))}
    </div>
  );
}
