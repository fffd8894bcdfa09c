import { useState } from "react";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { SettingsPart } from "./SettingsPart";
import type { SettingProps } from "./settings";
import { useUpdate } from "./updating";

const LONGEST = 256;

/** What the project is called. */
export function NameSetting({ accountId, project, locked }: SettingProps) {
  const update = useUpdate(accountId, project.id, "name");
  const [typed, setTyped] = useState<string>();
  const name = (typed ?? project.name).trim();
  const fault = typed === undefined ? undefined : faultOf(name);
  const changed = name !== project.name && fault === undefined ? { name } : undefined;
  const save = async () => {
    if (changed && (await update.save(changed))) setTyped(undefined);
  };
  return (
    <SettingsPart
      accountId={accountId}
      projectId={project.id}
      title="Name"
      about="Its id stays as it is, and so do its hosts and connection strings."
      update={update}
      changed={changed}
      save="Rename project"
      locked={locked}
      onSave={() => void save()}
    >
      <Field label="Name" error={fault} disabled={locked !== undefined}>
        <TextInput
          value={typed ?? project.name}
          onChange={(value) => {
            setTyped(value);
            update.typed();
          }}
        />
      </Field>
    </SettingsPart>
  );
}

function faultOf(name: string): string | undefined {
  if (name === "") return "Write a name.";
  const length = [...name].length;
  if (length > LONGEST) return `The name has ${length} characters. Use at most ${LONGEST}.`;
  return /\p{Cc}/u.test(name) ? "Write the name with visible characters." : undefined;
}
