import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { oauthProvidersQuery } from "@/data/queries";
import { useWhere } from "@/features/base/useWhere";
import { AuthCallButton } from "@/features/calls/AuthCallButton";
import { ListState } from "@/features/databases/ListState";
import type { OauthProviderView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { rowMenusOf } from "@/kit/action/rowMenus";
import { useActionSurroundings, usePerform, usePublish } from "@/kit/action/useActions";
import { CopyJson } from "@/kit/data/CopyJson";
import { CutMiddle } from "@/kit/data/CutMiddle";
import { Pill } from "@/kit/data/Pill";
import { Card } from "@/kit/layout/Card";
import { type Column, wordsWidth } from "@/kit/table/columns";
import { Table } from "@/kit/table/Table";
import styles from "./Providers.module.css";
import type { OnAuth, ProviderSubject } from "./places";
import { credentialsLook, providerWord } from "./words";

/** The OAuth providers that users sign in with. */
export function ProvidersSection({ accountId, projectId }: { accountId: string; projectId: string }) {
  const providers = useQuery(oauthProvidersQuery(accountId, projectId));
  const at = useAt(accountId, projectId);
  usePublish("oauthProviders", at);
  const rows = providers.data;
  const some = rows !== undefined && rows.length > 0;
  return (
    <Card
      title="OAuth providers"
      tools={
        <span className="ui-row-inline">
          {some && <CopyJson value={rows} label="OAuth providers" />}
          <AuthCallButton
            at={at}
            title={`List OAuth providers of ${at.projectName}`}
            size="small"
            call={{ kind: "listProviders" }}
          />
          <ActionButton action="oauthProvider.new" context={{ oauthProviders: at }} icon="plus" size="small">
            Add provider…
          </ActionButton>
        </span>
      }
    >
      <div className={styles.list}>
        <ListState query={providers} what="OAuth providers" />
        {rows?.length === 0 && (
          <div className={styles.empty}>
            <p>
              <b>No OAuth providers.</b> Add one to let users sign in with an existing account, such as Google
              or GitHub.
            </p>
            <ActionButton action="oauthProvider.new" context={{ oauthProviders: at }} />
          </div>
        )}
        {some && <ProviderTable at={at} rows={rows} />}
      </div>
    </Card>
  );
}

function ProviderTable({ at, rows }: { at: OnAuth; rows: readonly OauthProviderView[] }) {
  const [selected, setSelected] = useState<string>();
  const { registry } = useActionSurroundings();
  const perform = usePerform();
  const subjectOf = useCallback(
    (provider: OauthProviderView): ProviderSubject => ({ ...at, provider }),
    [at],
  );
  const columns = useMemo(() => providerColumns(subjectOf), [subjectOf]);
  const sorted = useMemo(() => byWord(rows), [rows]);
  const current = useMemo(() => {
    const row = rows.find(({ id }) => id === selected);
    return row && subjectOf(row);
  }, [rows, selected, subjectOf]);
  usePublish("oauthProvider", current);
  const open = (provider: OauthProviderView) => {
    const id = provider.isShared === false ? "oauthProvider.change" : "oauthProvider.own";
    const action = registry.find(id);
    if (action) perform(action, { oauthProvider: subjectOf(provider) });
  };
  return (
    <Table
      label="OAuth providers"
      layout="auth.providers"
      tall
      columns={columns}
      rows={sorted}
      rowKey={({ id }) => id}
      selected={selected}
      onSelect={({ id }) => setSelected(id)}
      onOpen={open}
      {...rowMenusOf("oauthProvider", (row) => providerWord(row.id), subjectOf)}
    />
  );
}

/** The same object as long as it says the same: it is published, and rows are drawn by it. */
function useAt(accountId: string, projectId: string): OnAuth {
  const { projectName, locked } = useWhere(accountId, projectId);
  return useMemo(
    () => ({ accountId, projectId, projectName, locked }),
    [accountId, projectId, projectName, locked],
  );
}

function byWord(list: readonly OauthProviderView[]) {
  return [...list].sort((one, other) => providerWord(one.id).localeCompare(providerWord(other.id)));
}

/** What is shown of a provider, with the step to production where it uses the platform's credentials. */
function providerColumns(
  subjectOf: (provider: OauthProviderView) => ProviderSubject,
): ReadonlyArray<Column<OauthProviderView>> {
  return [
    {
      id: "provider",
      header: "Provider",
      width: "minmax(160px, 1fr)",
      takes: ({ id }) => wordsWidth(providerWord(id)),
      cell: (provider) => {
        const word = providerWord(provider.id);
        const { advice } = credentialsLook(provider);
        return (
          <span className="ui-lines">
            <span className={styles.name} title={provider.id}>
              <CutMiddle>{word}</CutMiddle>
            </span>
            <span className={styles.advice} title={advice}>
              {advice}
            </span>
          </span>
        );
      },
    },
    {
      id: "credentials",
      header: "Credentials",
      width: "92px",
      cell: (provider) => {
        const { word, tone } = credentialsLook(provider);
        return <Pill tone={tone}>{word}</Pill>;
      },
    },
    {
      id: "production",
      header: "Actions",
      width: "164px",
      stays: true,
      align: "end",
      cell: (provider) => {
        const isOwn = provider.isShared === false;
        return (
          <ActionButton
            action={isOwn ? "oauthProvider.change" : "oauthProvider.own"}
            context={{ oauthProvider: subjectOf(provider) }}
            size="small"
            aria-label={`${isOwn ? "Change credentials of" : "Use own credentials for"} ${providerWord(provider.id)}…`}
          >
            {isOwn ? "Change credentials…" : "Use own credentials…"}
          </ActionButton>
        );
      },
    },
  ];
}
