import { SizeFields } from "@/features/computes/SizeFields";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { Select } from "@/kit/control/Select";
import { Switch } from "@/kit/control/Switch";
import { TextInput } from "@/kit/control/TextInput";
import { EndFields } from "./EndFields";
import { PointFields } from "./PointFields";
import type { useCreateBranch } from "./useCreateBranch";

export function CreateBranchFields({ form }: { form: ReturnType<typeof useCreateBranch> }) {
  const { draft, faults, change, branches } = form;
  const parents = branches.filter(({ deletedAt }) => deletedAt === null);
  const chosen = draft.parentId || (parents.find(({ isDefault }) => isDefault)?.id ?? null);
  return (
    <>
      <FieldPair>
        <Field label="Name" optional hint="The platform makes one up when it is empty." error={faults.name}>
          <TextInput value={draft.name} onChange={(name) => change({ name })} />
        </Field>
        <Field label="Parent">
          <Select
            options={parents.map(({ id, name, isDefault }) => ({
              value: id,
              label: name,
              ...(isDefault && { detail: "default" }),
            }))}
            value={chosen}
            onChange={(parentId) => change({ parentId })}
            placeholder="The default branch"
          />
        </Field>
      </FieldPair>
      <PointFields
        label="From which point of the parent"
        nowLabel="As it is now"
        noPast={form.noPast}
        point={draft.point}
        moment={draft.moment}
        lsn={draft.lsn}
        faults={faults}
        earliest={form.earliest}
        now={form.now}
        ahead={form.ahead}
        onChange={change}
      />
      <Switch
        checked={draft.schemaOnly}
        onChange={(schemaOnly) => change({ schemaOnly })}
        hint="The tables of the parent without their rows."
      >
        Schema only
      </Switch>
      <Switch
        checked={draft.withCompute}
        onChange={(withCompute) => change({ withCompute })}
        hint="Without one nothing can connect to the branch. It can get one later."
      >
        With a compute
      </Switch>
      {draft.withCompute && (
        <SizeFields
          size={draft.size}
          suspend={draft.suspend}
          usual={form.project?.computeSize}
          fault={faults.size}
          onChange={change}
        />
      )}
      <EndFields
        end={draft.end}
        endAt={draft.endAt}
        fault={faults.endAt}
        now={form.now}
        ahead={form.ahead}
        onChange={change}
      />
      <Switch
        checked={draft.isProtected}
        onChange={(isProtected) => change({ isProtected })}
        hint="It can be neither deleted nor reset until the protection is taken off."
      >
        Protected
      </Switch>
      {faults.isProtected && <p role="alert">{faults.isProtected}</p>}
    </>
  );
}
