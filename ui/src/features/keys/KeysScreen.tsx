import { type ReactNode, useMemo } from "react";
import { useAccountOfRoute } from "@/features/accounts/useAccountOfRoute";
import { Failure } from "@/features/base/Failure";
import { NoAccount } from "@/features/projects/NoAccount";
import type { AccountView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { SearchInput } from "@/kit/control/SearchInput";
import { Notices } from "@/kit/layout/Notices";
import { Screen } from "@/kit/layout/Screen";
import { Toolbar } from "@/kit/layout/Toolbar";
import { Link } from "@/kit/route/Link";
import { EmptyState } from "@/kit/state/EmptyState";
import { Skeleton } from "@/kit/state/Skeleton";
import styles from "./Keys.module.css";
import { KeysBody, ListButtons, NoKeys } from "./KeysBody";
import type { KeysAt } from "./subjects";
import { useKeyList } from "./useKeyList";
import { type KeyTab, useKeyTabs } from "./useKeyTabs";
import { countWords, EMPTY, keysLocked, LIST } from "./words";

interface KeysScreenProps {
  account: string | undefined;
  tab: string | undefined;
  id: string | undefined;
}

/** The API keys of the account that is shown: one's own and those of its organizations. */
export function KeysScreen({ account: wanted, tab, id }: KeysScreenProps) {
  const { accounts, account } = useAccountOfRoute(wanted);
  if (account) return <AccountKeys key={account.id} account={account} tab={tab ?? null} id={id} />;
  return <NoAccount accounts={accounts} title={LIST.title} loading={LIST.title} />;
}

interface AccountKeysProps {
  account: AccountView;
  /** The organization; one's own keys without it. */
  tab: string | null;
  /** The key that is selected first. */
  id: string | undefined;
}

/** The keys that an account can look at, list by list. */
function AccountKeys({ account, tab, id }: AccountKeysProps) {
  const { tabs, pending, error, retry } = useKeyTabs(account);
  const found = tabs.find((each) => each.id === tab) ?? (pending && tab !== null ? undefined : tabs[0]);
  const locked = keysLocked(account);
  const [organizationId, organizationName] = [found?.id ?? null, found?.label];
  const at = useMemo(
    (): KeysAt => ({
      accountId: account.id,
      organizationId,
      ...(organizationId !== null && { organizationName }),
      locked,
    }),
    [account.id, organizationId, organizationName, locked],
  );
  if (account.keyKind === "project") return <SeesNoKeys account={account} />;
  const failure = error && (
    <Failure title={LIST.organizationsFailed} error={error} onRetry={retry} account={account.id} />
  );
  if (!found) {
    return (
      <Screen title={LIST.title}>
        {pending && <Skeleton label={LIST.title} shape="tall-rows" />}
        <Notices>
          {failure}
          {account.problem && <Failure title={LIST.notNow} error={account.problem} />}
        </Notices>
      </Screen>
    );
  }
  return (
    // What is typed and ticked in one list is not in the next.
    <KeysOf key={`${found.id}/${id}`} account={account} at={at} id={id} notice={failure}>
      <KeyTabs tabs={tabs} chosen={found} />
    </KeysOf>
  );
}

/** Before anything is asked that the platform would only refuse. */
function SeesNoKeys({ account }: { account: AccountView }) {
  return (
    <Screen title={LIST.title}>
      <EmptyState icon="key" title={EMPTY.projectKeyTitle}>
        {EMPTY.projectKey(account.name)}
      </EmptyState>
    </Screen>
  );
}

interface KeysOfProps {
  account: AccountView;
  at: KeysAt;
  /** The key that is selected first. */
  id: string | undefined;
  /** What is missing besides this list. */
  notice: ReactNode;
  /** Which other lists there are. */
  children: ReactNode;
}

/** One list of keys as a screen. */
function KeysOf({ account, at, id, notice, children }: KeysOfProps) {
  const list = useKeyList(account, at, id);
  const { data, rows, shown, filter } = list;
  return (
    <Screen
      title={LIST.title}
      tools={
        <>
          <SearchInput label={LIST.filter} value={filter} onChange={list.setFilter} shortcut />
          <ActionButton action="apiKeys.new" tone="primary" context={{ apiKeys: list.subject }} />
        </>
      }
    >
      <Toolbar
        count={data && countWords(rows.length, filter.trim() === "" ? undefined : shown.length)}
        tools={
          <>
            {at.organizationId !== null && (
              <Link
                className={styles.around}
                to={{ screen: "organization", account: account.id, id: at.organizationId }}
              >
                {LIST.organizationScreen}
              </Link>
            )}
            <ListButtons list={list} />
          </>
        }
      >
        {children}
      </Toolbar>
      <KeysBody account={account} list={list} notice={notice} empty={<NoKeys at={at} />} />
    </Screen>
  );
}

/** Whose keys are shown. */
function KeyTabs({ tabs, chosen }: { tabs: readonly KeyTab[]; chosen: KeyTab }) {
  return (
    <nav className={styles.views} aria-label={LIST.lists}>
      {tabs.map((tab) => (
        <TabLink
          key={tab.id}
          tab={tab}
          chosen={chosen}
          name={tabName(tab)}
          title={tab.id === null ? LIST.personal : LIST.organization(tab.label, tab.id)}
        />
      ))}
    </nav>
  );
}

/** An organization may be called anything, also Personal: where its name doesn’t say what it is, the tab does. */
function tabName({ id, label }: KeyTab): string {
  return id === null || /\borganization\b/i.test(label) ? label : LIST.tab(label);
}

interface TabLinkProps {
  tab: KeyTab;
  chosen: KeyTab;
  name: string;
  title: string;
}

function TabLink({ tab, chosen, name, title }: TabLinkProps) {
  return (
    <Link
      to={{ screen: "keys", ...(tab.id !== null && { tab: tab.id }) }}
      current={tab.id === chosen.id}
      className={styles.view}
      title={title}
    >
      {name}
    </Link>
  );
}
