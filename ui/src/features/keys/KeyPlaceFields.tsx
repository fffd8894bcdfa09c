import { useEffect, useRef } from "react";
import type { AccountView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { Select } from "@/kit/control/Select";
import styles from "./Keys.module.css";
import { ProjectField } from "./ProjectField";
import type { KeysAt } from "./places";
import type { CreateKeyForm } from "./useCreateKey";

interface KeyPlaceFieldsProps {
  account: AccountView;
  at: KeysAt;
  form: CreateKeyForm;
}

/** Which organization a key opens, or which project of it. */
export function KeyPlaceFields({ account, at, form }: KeyPlaceFieldsProps) {
  const { draft, change, faults, organizations } = form;
  const fields = useRef<HTMLDivElement>(null);
  const { organizationId: unchosen, projectId: without } = faults;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked for must be in sight whenever that is another thing
  useEffect(() => {
    fields.current?.scrollIntoView({ block: "nearest" });
  }, [draft.kind, unchosen, without]);
  // Of a project's own tab both are plain.
  if (at.project) return null;
  return (
    <div ref={fields} className={styles.fields}>
      <Field label="Organization" error={faults.organizationId}>
        <Select<string>
          options={organizations.map(({ id, label }) => ({ value: id ?? "", label, detail: id ?? "" }))}
          value={draft.organizationId}
          placeholder="Choose an organization…"
          onChange={(organizationId) => change({ organizationId, projectId: null })}
        />
      </Field>
      {draft.kind === "project" && draft.organizationId !== null && (
        <ProjectField
          key={draft.organizationId}
          account={account}
          organizationId={draft.organizationId}
          value={draft.projectId}
          onChange={(projectId) => change({ projectId })}
          error={faults.projectId}
        />
      )}
    </div>
  );
}
