import { useState } from "react";
import type { ConnectFormView, ConnectSource } from "@/ipc/generated";
import { Select } from "@/kit/control/Select";
import styles from "./Connect.module.css";
import { ConnectForm } from "./ConnectForm";

interface ProgramFormsProps {
  source: ConnectSource;
  forms: readonly ConnectFormView[];
}

/** The connection in a program: one driver or framework, chosen from the list of them. */
export function ProgramForms({ source, forms }: ProgramFormsProps) {
  const [chosen, setChosen] = useState<string>();
  const form = forms.find(({ id }) => id === chosen) ?? forms[0];
  if (!form) return null;
  return (
    <>
      <div className={styles.pick}>
        <Select<string>
          label="Driver or framework"
          value={form.id}
          onChange={setChosen}
          options={forms.map((each) => ({ value: each.id, label: each.label, detail: each.group }))}
        />
      </div>
      <ConnectForm key={form.id} source={source} form={form} note={form.note} />
    </>
  );
}
