import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { oauthProvidersQuery } from "@/data/queries";
import { ReadFailure } from "@/features/base/Failure";
import { ShownAsOf } from "@/features/base/ShownAsOf";
import { useWhere } from "@/features/base/useWhere";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import type { AuthIntegrationView, OauthProviderView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { rowMenusOf } from "@/kit/action/rowMenus";
import { useActionSurroundings, usePerform, usePublish } from "@/kit/action/useActions";
import { CopyField } from "@/kit/data/CopyField";
import { CutMiddle } from "@/kit/data/CutMiddle";
import { Pill } from "@/kit/data/Pill";
import { Card } from "@/kit/layout/Card";
import { PageSection } from "@/kit/layout/PageSection";
import { EmptyState } from "@/kit/state/EmptyState";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import { type Column, wordsWidth } from "@/kit/table/columns";
import { Table } from "@/kit/table/Table";
import { useOpenRow } from "@/kit/table/useOpenRow";
import styles from "./Providers.module.css";
import type { OnAuth, ProviderSubject } from "./subjects";
import { ownWord, providerWord, sharedNote, words } from "./words";

interface ProvidersPageProps {
  accountId: string;
  projectId: string;
  integration: AuthIntegrationView;
  branchId?: string | null | undefined;
}

/** The OAuth providers that users sign in with. */
export function ProvidersPage({ accountId, projectId, integration, branchId }: ProvidersPageProps) {
  const at = useAt(accountId, projectId, branchId);
  const providers = useQuery(oauthProvidersQuery(at));
  usePublish("oauthProviders", at);
  const rows = providers.data;
  const some = rows !== undefined && rows.length > 0;
  const add = (size: "normal" | "small") => (
    <ActionButton action="oauthProvider.new" context={{ oauthProviders: at }} size={size}>
      {words.add}
    </ActionButton>
  );
  return (
    <>
      <PageSection
        title={words.title}
        tools={
          <>
            <CopyAsButton
              title={words.listCall(at.projectName)}
              size="small"
              operation={oauthProvidersQuery(at).operation}
              json={some ? rows : undefined}
            />
            {rows?.length !== 0 && add("small")}
          </>
        }
      >
        {providers.isPending && <Skeleton label={words.title} count={3} />}
        <ReadFailure query={providers} title={words.unread} />
        {providers.error && rows && <ShownAsOf at={providers.dataUpdatedAt} />}
        {rows?.length === 0 && (
          <EmptyState icon="key" title={words.empty} actions={add("normal")}>
            {words.emptyAbout}
          </EmptyState>
        )}
        {some && (
          <>
            <ProviderTable at={at} rows={rows} />
            <SharedNote at={at} rows={rows} />
          </>
        )}
      </PageSection>
      {rows && <CallbackAddress integration={integration} />}
    </>
  );
}

const idOf = ({ id }: OauthProviderView) => id;

function ProviderTable({ at, rows }: { at: OnAuth; rows: readonly OauthProviderView[] }) {
  const [selected, setSelected] = useState<string>();
  const { registry } = useActionSurroundings();
  const perform = usePerform();
  const subjectOf = useCallback(
    (provider: OauthProviderView): ProviderSubject => ({ ...at, provider }),
    [at],
  );
  const sorted = useMemo(() => byWord(rows), [rows]);
  const { row, gone } = useOpenRow(rows, idOf, selected);
  const current = useMemo(() => row && subjectOf(row), [row, subjectOf]);
  usePublish("oauthProvider", current, gone);
  const open = (provider: OauthProviderView) => {
    const id = provider.isShared === false ? "oauthProvider.change" : "oauthProvider.own";
    const action = registry.find(id);
    if (action) perform(action, { oauthProvider: subjectOf(provider) });
  };
  return (
    <div className="ui-table-box">
      <Table
        label={words.title}
        layout="auth.providers"
        columns={COLUMNS}
        rows={sorted}
        rowKey={idOf}
        selected={selected}
        onSelect={({ id }) => setSelected(id)}
        onOpen={open}
        {...rowMenusOf("oauthProvider", (row) => providerWord(row.id), subjectOf)}
      />
    </div>
  );
}

/** Explains shared credentials, and offers one's own for each provider that uses them. */
function SharedNote({ at, rows }: { at: OnAuth; rows: readonly OauthProviderView[] }) {
  const shared = byWord(rows.filter(({ isShared }) => isShared === true));
  if (shared.length === 0) return null;
  const names = shared.map(({ id }) => providerWord(id));
  return (
    <Notice
      tone="plain"
      actions={shared.map((provider) => (
        <ActionButton
          key={provider.id}
          action="oauthProvider.own"
          context={{ oauthProvider: { ...at, provider } }}
          size="small"
        >
          {shared.length === 1 ? words.yourOwn : words.yourOwnFor(providerWord(provider.id))}
        </ActionButton>
      ))}
    >
      {sharedNote(names)}
    </Notice>
  );
}

/** Explains the address that an app registers at a provider: the platform reports its owner only. */
function CallbackAddress({ integration }: { integration: AuthIntegrationView }) {
  return (
    <PageSection title={words.callback}>
      <p className={styles.words}>{words.callbackAbout}</p>
      <Card>
        <div className={styles.padded}>
          <CopyField label={words.projectIdCopy} value={integration.providerProjectId} />
        </div>
      </Card>
    </PageSection>
  );
}

/** The same object as long as it says the same: it is published, and rows are drawn by it. */
function useAt(accountId: string, projectId: string, branchId: string | null | undefined): OnAuth {
  const { projectName, locked } = useWhere(accountId, projectId);
  return useMemo(
    () => ({ accountId, projectId, projectName, locked, branchId }),
    [accountId, projectId, projectName, locked, branchId],
  );
}

function byWord(list: readonly OauthProviderView[]) {
  return [...list].sort((one, other) => providerWord(one.id).localeCompare(providerWord(other.id)));
}

/** The columns of the providers' table. A filled pill marks a provider that is not ready for production. */
const COLUMNS: ReadonlyArray<Column<OauthProviderView>> = [
  {
    id: "provider",
    header: words.provider,
    width: "minmax(120px, 1fr)",
    takes: ({ id }) => wordsWidth(providerWord(id)),
    cell: ({ id }) => (
      <span className={styles.name} title={id}>
        <CutMiddle>{providerWord(id)}</CutMiddle>
      </span>
    ),
  },
  {
    id: "credentials",
    header: words.credentials,
    width: "minmax(190px, 2fr)",
    cell: (provider) => {
      if (provider.isShared === null) return <span className="ui-faint">{words.notReported}</span>;
      if (provider.isShared) return <Pill tone="warning">{words.shared}</Pill>;
      return <span title={provider.clientId ?? undefined}>{ownWord(provider)}</span>;
    },
  },
];
