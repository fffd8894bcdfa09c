import { call } from "@/ipc/call";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { PathField } from "@/kit/control/PathField";
import { TextInput } from "@/kit/control/TextInput";
import styles from "./EnvDialog.module.css";
import type { EnvDraft } from "./useEnvDraft";

/** Where the credentials go and what the variables are called. */
export function EnvFields({ env }: { env: EnvDraft }) {
  const { typed, hasClaim, isSet, change, faults, show } = env;
  const start = typed.envPath.trim() || null;
  const chooseFile = async () => {
    const chosen = await call.envPickFile(start);
    if (chosen !== null) show({ envPath: chosen });
  };
  return (
    <>
      <div className={styles.where}>
        <PathField
          label="Folder or env file"
          value={typed.envPath}
          onChange={(envPath) => change({ envPath })}
          onBrowse={async () => {
            const chosen = await call.envPickFolder(start);
            if (chosen !== null) show({ envPath: chosen });
            return null;
          }}
          placeholder="~/code/app"
          hint="In a folder, its .env is meant."
          error={faults.envPath}
        />
        <Button className={styles.file} onClick={() => void chooseFile()}>
          Choose a file…
        </Button>
      </div>
      <FieldPair>
        {!isSet && (
          <Field
            label="Variable"
            error={faults.envKey}
            hint={`The direct string goes to ${typed.envKey}_DIRECT.`}
          >
            <TextInput mono value={typed.envKey} onChange={(envKey) => change({ envKey })} />
          </Field>
        )}
        {(hasClaim || isSet) && (
          <Field
            label="Prefix of public variables"
            error={faults.envPrefix}
            hint={
              isSet
                ? "Stands before the names of the values that a browser may see."
                : `The claim link goes to ${typed.envPrefix}POSTGRES_CLAIM_URL.`
            }
          >
            <TextInput mono value={typed.envPrefix} onChange={(envPrefix) => change({ envPrefix })} />
          </Field>
        )}
      </FieldPair>
    </>
  );
}
