import { useQuery } from "@tanstack/react-query";
import { viewOf } from "@/data/errors";
import { sentence } from "@/data/format";
import type { AccountView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { type Option, Select } from "@/kit/control/Select";
import { AUTO, chosen } from "./draft";
import { regionsQuery } from "./queries";
import type { CreateForm } from "./useCreateProject";

interface CreatePlaceProps {
  account: AccountView;
  form: CreateForm;
}

const VERSIONS = ["18", "17", "16", "15", "14"];

/** Where the project runs, whose it is, and which PostgreSQL. */
export function CreatePlace({ account, form }: CreatePlaceProps) {
  const { draft, faults, change, organizations, needsOrganization } = form;
  const regions = useQuery(regionsQuery(account.id, chosen(draft.organizationId)));
  return (
    <>
      {organizations.length > 0 && (
        <Field label="Organization" optional={!needsOrganization} error={faults.organizationId}>
          <Select<string>
            options={[
              ...(needsOrganization ? [] : [{ value: AUTO, label: "The account’s own" }]),
              ...organizations.map(({ id, name }) => ({ value: id, label: name, detail: id })),
            ]}
            value={needsOrganization && draft.organizationId === AUTO ? null : draft.organizationId}
            placeholder="Choose an organization…"
            onChange={(organizationId) => change({ organizationId })}
          />
        </Field>
      )}
      <FieldPair>
        <Field
          label="Region"
          hint={
            regions.error &&
            `The platform’s list could not be read, so these are the regions that are known here. ${sentence(viewOf(regions.error).message)}`
          }
        >
          <Select<string>
            options={regionOptions(account, regions.data)}
            value={draft.regionId}
            onChange={(regionId) => change({ regionId })}
          />
        </Field>
        <Field label="PostgreSQL">
          <Select<string>
            options={[
              { value: AUTO, label: "The platform’s choice" },
              ...VERSIONS.map((version) => ({ value: version, label: `Version ${version}` })),
            ]}
            value={draft.pgVersion}
            onChange={(pgVersion) => change({ pgVersion })}
          />
        </Field>
      </FieldPair>
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
    { value: AUTO, label: `The platform’s choice (${usual})` },
    ...list.map(({ id, name }) => ({ value: id, label: id, ...(name !== id && { detail: name }) })),
  ];
}
