import { queryOptions, useQuery } from "@tanstack/react-query";
import { viewOf } from "@/data/errors";
import { sentence } from "@/data/format";
import { keys } from "@/data/keys";
import { spanWords } from "@/features/base/computeSize";
import { SizeFields, SizeHint } from "@/features/base/SizeFields";
import { COMMON } from "@/features/base/words";
import { PsqlField } from "@/features/connect/PsqlDialog";
import { call } from "@/ipc/call";
import type { AccountView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { MoreOptions } from "@/kit/control/MoreOptions";
import { type Option, Select } from "@/kit/control/Select";
import { Switch } from "@/kit/control/Switch";
import { TextInput } from "@/kit/control/TextInput";
import { AUTO, chosen, PG_VERSIONS } from "./draft";
import { OrganizationField } from "./OrganizationField";
import { optionsSummary } from "./optionsSummary";
import type { CreateForm } from "./useCreateProject";
import { CREATE } from "./words";

export function CreateFields({ account, form }: { account: AccountView; form: CreateForm }) {
  const { draft, fieldErrors, change } = form;
  return (
    <>
      <Field label={COMMON.name} optional error={fieldErrors.name} hint={CREATE.nameHint}>
        <TextInput value={draft.name} onChange={(name) => change({ name })} placeholder="shop-prod" />
      </Field>
      <CreatePlace account={account} form={form} />
      <MoreOptions
        summary={optionsSummary(draft, account.profile)}
        hasErrors={OPTIONS.some((field) => fieldErrors[field])}
      >
        <CreateOptions account={account} form={form} />
      </MoreOptions>
    </>
  );
}

/** The fields with rules of their own that stand under the fold. */
const OPTIONS = ["size", "database", "role", "branch", "psqlArguments"] as const;

/** What most projects leave to the platform. */
function CreateOptions({ account, form }: { account: AccountView; form: CreateForm }) {
  const { draft, fieldErrors, change } = form;
  const { database, role } = account.profile;
  return (
    <>
      <Field label={CREATE.postgres}>
        <Select<string>
          options={[
            { value: AUTO, label: COMMON.byDefault },
            ...PG_VERSIONS.map((version) => ({ value: version, label: CREATE.version(version) })),
          ]}
          value={draft.pgVersion}
          onChange={(pgVersion) => change({ pgVersion })}
        />
      </Field>
      <SizeFields
        size={draft.size}
        suspend={draft.suspend}
        usual={undefined}
        fieldError={fieldErrors.size}
        hint={<SizeHint />}
        onChange={({ size, suspend }) =>
          change({ ...(size !== undefined && { size }), ...(suspend !== undefined && { suspend }) })
        }
      />
      <section className="ui-group" aria-label={CREATE.contents}>
        <FieldPair>
          <Field label={CREATE.database} optional error={fieldErrors.database}>
            <TextInput
              mono
              value={draft.database}
              onChange={(next) => change({ database: next })}
              placeholder={database}
            />
          </Field>
          <Field label={COMMON.owner} optional error={fieldErrors.role}>
            <TextInput
              mono
              value={draft.role}
              onChange={(next) => change({ role: next })}
              placeholder={role}
            />
          </Field>
        </FieldPair>
        <Field label={CREATE.defaultBranch} optional error={fieldErrors.branch}>
          <TextInput value={draft.branch} onChange={(branch) => change({ branch })} placeholder="main" />
        </Field>
      </section>
      <CreateRules form={form} />
      <section className="ui-group" aria-label={CREATE.after}>
        <Switch checked={draft.psql} onChange={(psql) => change({ psql })} hint={CREATE.psqlHint}>
          {CREATE.psql}
        </Switch>
        {draft.psql && (
          <PsqlField
            value={draft.psqlArguments}
            onChange={(psqlArguments) => change({ psqlArguments })}
            fieldError={fieldErrors.psqlArguments}
          />
        )}
      </section>
    </>
  );
}

/** Where the project runs, and whose it is. */
function CreatePlace({ account, form }: { account: AccountView; form: CreateForm }) {
  const { draft, fieldErrors, change, organizations, needsOrganization } = form;
  const regions = useQuery(regionsQuery(account.id, chosen(draft.organizationId)));
  return (
    <>
      <OrganizationField
        organizations={organizations}
        needed={needsOrganization}
        value={draft.organizationId}
        error={fieldErrors.organizationId}
        onChange={(organizationId) => change({ organizationId })}
      />
      <Field
        label={COMMON.region}
        hint={regions.error && CREATE.regionsFailed(sentence(viewOf(regions.error).message))}
      >
        <Select<string>
          options={regionOptions(account, regions.data)}
          value={draft.regionId}
          onChange={(regionId) => change({ regionId })}
        />
      </Field>
    </>
  );
}

interface Region {
  id: string;
  name: string;
  isDefault: boolean;
}

/** The platform's own list or, while there is none, the regions that its profile knows. */
function regionOptions({ profile }: AccountView, read: readonly Region[] | undefined): Array<Option<string>> {
  const { regions, defaultRegion } = profile;
  const known = regions.map((id) => ({ id, name: id, isDefault: id === defaultRegion }));
  const list = read && read.length > 0 ? read : known;
  const usual = list.find(({ isDefault }) => isDefault)?.id ?? defaultRegion;
  return [
    { value: AUTO, label: CREATE.defaultRegion(usual) },
    ...list.map(({ id, name }) => ({ value: id, label: id, ...(name !== id && { detail: name }) })),
  ];
}

const HOUR = 3600;
const DAY = 24 * HOUR;
const WINDOWS = [6 * HOUR, DAY, 7 * DAY, 14 * DAY, 30 * DAY];

/** What holds for the project as a whole. */
function CreateRules({ form: { draft, change } }: { form: CreateForm }) {
  return (
    <section className="ui-group" aria-label={CREATE.rules}>
      <Switch
        checked={draft.blockPublic}
        onChange={(blockPublic) => change({ blockPublic })}
        hint={CREATE.blockPublicHint}
      >
        {CREATE.blockPublic}
      </Switch>
      <Switch
        checked={draft.blockVpc}
        onChange={(blockVpc) => change({ blockVpc })}
        hint={CREATE.blockVpcHint}
      >
        {CREATE.blockVpc}
      </Switch>
      <Switch checked={draft.hipaa} onChange={(hipaa) => change({ hipaa })} hint={CREATE.hipaaHint}>
        {CREATE.hipaa}
      </Switch>
      <Switch
        checked={draft.logicalReplication}
        onChange={(logicalReplication) => change({ logicalReplication })}
        hint={CREATE.replicationHint}
      >
        {CREATE.replication}
      </Switch>
      <FieldPair>
        <Field label={CREATE.passwords} hint={CREATE.passwordsHint}>
          <Select
            options={[
              { value: AUTO, label: COMMON.byDefault },
              { value: "yes", label: CREATE.store },
              { value: "no", label: CREATE.dontStore },
            ]}
            value={draft.storePasswords}
            onChange={(storePasswords) => change({ storePasswords })}
          />
        </Field>
        <Field label={COMMON.restoreWindow} hint={CREATE.restoreWindowHint}>
          <Select<string>
            options={[
              { value: AUTO, label: COMMON.byDefault },
              { value: "0", label: COMMON.none },
              ...WINDOWS.map((seconds) => ({ value: String(seconds), label: spanWords(seconds) })),
            ]}
            value={draft.retention}
            onChange={(retention) => change({ retention })}
          />
        </Field>
      </FieldPair>
    </section>
  );
}

/** Regions that are open for new projects. */
const regionsQuery = (accountId: string, organizationId: string | null) =>
  queryOptions({
    queryKey: [...keys.regions(accountId), organizationId],
    queryFn: () => call({ kind: "regionList", accountId, organizationId }),
  });
