import { SizeFields } from "@/features/computes/SizeFields";
import { SizeHint } from "@/features/computes/SizeHint";
import { PsqlField } from "@/features/connect/PsqlField";
import type { AccountView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { Switch } from "@/kit/control/Switch";
import { TextInput } from "@/kit/control/TextInput";
import { CreatePlace } from "./CreatePlace";
import { CreateRules } from "./CreateRules";
import styles from "./Projects.module.css";
import type { CreateForm } from "./useCreateProject";

interface CreateFieldsProps {
  account: AccountView;
  form: CreateForm;
}

export function CreateFields({ account, form }: CreateFieldsProps) {
  const { draft, faults, change } = form;
  const { database, role } = account.profile;
  return (
    <>
      <Field label="Name" optional error={faults.name} hint="Its id when empty. Any script and sign will do.">
        <TextInput value={draft.name} onChange={(name) => change({ name })} placeholder="shop-prod" />
      </Field>
      <CreatePlace account={account} form={form} />
      <SizeFields
        size={draft.size}
        suspend={draft.suspend}
        usual={undefined}
        fault={faults.size}
        hint={<SizeHint>. The platform’s choice when empty.</SizeHint>}
        onChange={({ size, suspend }) =>
          change({ ...(size !== undefined && { size }), ...(suspend !== undefined && { suspend }) })
        }
      />
      <section className={styles.group} aria-label="What is in it from the start">
        <FieldPair>
          <Field label="Database" optional error={faults.database}>
            <TextInput
              mono
              value={draft.database}
              onChange={(next) => change({ database: next })}
              placeholder={database}
            />
          </Field>
          <Field label="Role that owns it" optional error={faults.role}>
            <TextInput
              mono
              value={draft.role}
              onChange={(next) => change({ role: next })}
              placeholder={role}
            />
          </Field>
        </FieldPair>
        <Field label="First branch" optional error={faults.branch}>
          <TextInput value={draft.branch} onChange={(branch) => change({ branch })} placeholder="main" />
        </Field>
      </section>
      <CreateRules form={form} />
      <section className={styles.group} aria-label="When it is made">
        <Switch
          checked={draft.psql}
          onChange={(psql) => change({ psql })}
          hint="In a terminal, the password neither in its arguments nor in the shell’s history."
        >
          Then open psql
        </Switch>
        {draft.psql && (
          <PsqlField
            value={draft.psqlArguments}
            onChange={(psqlArguments) => change({ psqlArguments })}
            fault={faults.psqlArguments}
          />
        )}
      </section>
    </>
  );
}
