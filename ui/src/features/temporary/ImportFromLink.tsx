import { type FormEvent, useState } from "react";
import { Failure } from "@/features/accounts/Failure";
import { call } from "@/ipc/call";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import styles from "./ImportDialog.module.css";
import { useImport } from "./useImport";

/** The link is typed as a password is: who has it can take the database. */
export function ImportFromLink() {
  const [link, setLink] = useState("");
  const [tried, setTried] = useState(false);
  const importing = useImport();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (link.trim()) void importing.run("link", () => call.temporaryImportLink(link.trim()));
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        label="Claim link"
        hint="It is not shown: who has the link can claim the database."
        error={tried && !link.trim() ? "Paste the claim link." : undefined}
      >
        <TextInput
          mono
          type="password"
          value={link}
          onChange={setLink}
          placeholder="https://neon.new/claim/…"
        />
      </Field>
      {importing.failure && <Failure title="Not imported" error={importing.failure} />}
      <div className={styles.end}>
        <Button tone="primary" submit busy={importing.busy !== undefined}>
          Import
        </Button>
      </div>
    </form>
  );
}
