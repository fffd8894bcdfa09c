import { useCurrentAccount } from "@/data/account";
import { lookOf, viewOf } from "@/data/errors";
import { sentence } from "@/data/format";
import { starting } from "@/data/sandbox";
import { useFailure, useWork } from "@/data/work";
import type { AccountState, AccountView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { Button } from "@/kit/control/Button";
import { Banner } from "@/kit/layout/Banner";
import { usePlace } from "@/kit/route/useRouter";
import styles from "./AccountBanner.module.css";
import { WorkRefusal } from "./Failure";
import { choosing, lockingOf, recheckingOf } from "./mutations";

type Trouble = Exclude<AccountState, "ready">;

const TITLES: Record<Trouble, (name: string) => string> = {
  unauthorized: (name) => `The key of ${name} is not accepted`,
  keyMissing: (name) => `The key of ${name} is not at hand`,
  unavailable: (name) => `${name} is not available`,
};

const MEANS: Record<Trouble, string> = {
  unauthorized: "Nothing is sent for it until the key is replaced or accepted again.",
  keyMissing: "Nothing can be asked or changed without it.",
  unavailable: "What is shown may be old.",
};

/** Where the account is what is shown, and an account without addresses is worth a line across the window. */
const ABOUT_ACCOUNT: ReadonlySet<string> = new Set(["projects", "project", "operations", "keys"]);

/** Across the top of the window: what is the matter with the current account, and what it is marked as. */
export function AccountBanner() {
  const account = useCurrentAccount();
  const { screen } = usePlace();
  if (!account) return null;
  const quiet = account.state === "unavailable" && !ABOUT_ACCOUNT.has(screen);
  return (
    <>
      {account.state !== "ready" && !quiet && <TroubleBanner account={account} trouble={account.state} />}
      <MarkBanner account={account} />
      <ActionFailures account={account} />
    </>
  );
}

function TroubleBanner({ account, trouble }: { account: AccountView; trouble: Trouble }) {
  const context = { account };
  const { problem } = account;
  return (
    <Banner
      tone={trouble === "unauthorized" ? "danger" : "warning"}
      icon={trouble === "unavailable" ? "plug" : "key"}
      title={TITLES[trouble](account.name)}
      testId="account-banner"
      actions={
        <>
          {problem && lookOf(problem.code).remedy === "startSandbox" && <StartButton />}
          {trouble !== "unavailable" && (
            <ActionButton action="account.replaceKey" context={context} size="small">
              Replace key…
            </ActionButton>
          )}
          <RecheckButton account={account} />
        </>
      }
    >
      {MEANS[trouble]}
      {problem && ` ${sentence(problem.message)}`}
      {problem?.hint && ` ${problem.hint}`}
    </Banner>
  );
}

function StartButton() {
  const start = useWork(starting);
  return (
    <Button size="small" icon="play" busy={start.underWay} onClick={() => void start.start()}>
      Start the sandbox
    </Button>
  );
}

function RecheckButton({ account }: { account: AccountView }) {
  const recheck = useWork(recheckingOf(account.id));
  return (
    <ActionButton action="account.recheck" context={{ account }} size="small" busy={recheck.underWay}>
      Try again
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
      title={isProduction ? `${name} is production` : `${name} is read-only`}
      slim
      testId="account-mark"
      actions={
        <ActionButton action="account.unlock" context={{ account }} size="small">
          Unlock…
        </ActionButton>
      }
    >
      {isReadOnly
        ? `${isProduction ? "It is read-only: n" : "N"}othing that changes anything leaves for it.`
        : "What is done here is done to what others rely on."}
    </Banner>
  );
}

/** Why the last click on one of the account's actions did nothing, for clicks that have no dialog of their own. */
function ActionFailures({ account }: { account: AccountView }) {
  const failures = [
    { title: "The account was not locked", failure: useFailure(lockingOf(account.id).key) },
    { title: "The key was not accepted", failure: useFailure(recheckingOf(account.id).key) },
    { title: "The account was not switched", failure: useFailure(choosing.key) },
  ].filter(({ failure }) => failure && viewOf(failure.error).code !== "cancelled");
  if (failures.length === 0) return null;
  return (
    <div className={styles.failures}>
      {failures.map(({ title, failure }) => (
        <WorkRefusal key={title} failure={failure} title={title} account={account.id} dismissible />
      ))}
    </div>
  );
}
