import { useQuery } from "@tanstack/react-query";
import { accountsQuery } from "@/data/queries";
import { readSize, sizeText, suspendOptions } from "@/features/base/computeSize";
import { AUTO, chosen, PG_VERSIONS } from "@/features/projects/draft";
import type { AccountView, NewProjectOptions } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { Select } from "@/kit/control/Select";
import { Section } from "./Section";
import styles from "./Settings.module.css";
import { TypedSetting } from "./TypedSetting";
import { words } from "./words";

interface NewProjectSettingsProps {
  options: NewProjectOptions;
  onChange(changed: (now: NewProjectOptions) => NewProjectOptions): void;
}

/** What a new project begins with. */
export function NewProjectSettings({ options, onChange }: NewProjectSettingsProps) {
  const accounts = useQuery(accountsQuery).data ?? [];
  const { regionId, pgVersion, compute } = options;
  const suspend = compute.suspendTimeoutSeconds ?? 0;
  const changeCompute = (changed: NewProjectOptions["compute"]) =>
    onChange((now) => ({ ...now, compute: { ...now.compute, ...changed } }));
  return (
    <Section title={words.newProjects}>
      <p className={styles.quiet}>{words.newProjectsHint}</p>
      <div className={styles.fields}>
        <FieldPair>
          <Field label={words.region} hint={words.regionHint}>
            <Select<string>
              options={[
                { value: AUTO, label: words.byDefault },
                ...regionsOf(accounts, regionId).map((id) => ({ value: id, label: id })),
              ]}
              value={regionId ?? AUTO}
              onChange={(next) => onChange((now) => ({ ...now, regionId: chosen(next) }))}
            />
          </Field>
          <Field label={words.version}>
            <Select<string>
              options={[
                { value: AUTO, label: words.byDefault },
                ...PG_VERSIONS.map((version) => ({ value: version, label: words.versionOf(version) })),
              ]}
              value={pgVersion === null ? AUTO : String(pgVersion)}
              onChange={(next) =>
                onChange((now) => ({ ...now, pgVersion: next === AUTO ? null : Number(next) }))
              }
            />
          </Field>
        </FieldPair>
        <FieldPair>
          <TypedSetting
            label={words.size}
            hint={words.sizeHint}
            optional
            value={sizeText(compute)}
            read={(typed) => {
              const size = readSize(typed);
              return "fieldError" in size ? size : { value: size };
            }}
            onChange={changeCompute}
          />
          <Field label={words.suspend}>
            <Select
              options={suspendOptions(suspend)}
              value={String(suspend)}
              onChange={(next) => changeCompute({ suspendTimeoutSeconds: Number(next) || null })}
            />
          </Field>
        </FieldPair>
      </div>
    </Section>
  );
}

/** The regions of all platforms that are connected, and the one that was chosen. */
function regionsOf(accounts: readonly AccountView[], present: string | null): readonly string[] {
  const all = new Set(accounts.flatMap(({ profile }) => profile.regions));
  if (present !== null) all.add(present);
  return [...all].sort();
}
