import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useRef, useState } from "react";
import { useMutationSpec } from "@/data/mutation";
import { singleUse } from "@/data/singleUse";
import { MutationRefusal, ReadFailure } from "@/features/base/Failure";
import { useForm } from "@/features/base/useForm";
import { call } from "@/ipc/call";
import type { ImportCandidateView, TemporaryView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { PathField } from "@/kit/control/PathField";
import { Segmented } from "@/kit/control/Segmented";
import { TextInput } from "@/kit/control/TextInput";
import { Dialog, LeaveButton } from "@/kit/overlay/Dialog";
import { closeDialog, useCloseDialog } from "@/kit/overlay/dialogs";
import { toast } from "@/kit/overlay/toasts";
import { useErrorFocus } from "@/kit/overlay/useErrorFocus";
import { useRouter } from "@/kit/route/useRouter";
import { Notice } from "@/kit/state/Notice";
import { DIALOG } from "@/kit/words";
import styles from "./ImportDialog.module.css";
import { importing } from "./mutations";
import { scanQuery } from "./queries";
import { candidateLine, IMPORT } from "./words";

/** Takes a database that was made elsewhere into the list. */
export function ImportDialog() {
  const [way, setWay] = useState<"env" | "link">("env");
  const link = useLink();
  const id = useId();
  return (
    <Dialog
      open
      onClose={closeDialog}
      dismiss="deliberate"
      title={IMPORT.title}
      description={IMPORT.text}
      footer={
        <>
          <LeaveButton>{DIALOG.cancel}</LeaveButton>
          {way === "link" && (
            <Button tone="primary" submit form={id} busy={link.form.busy}>
              {IMPORT.import}
            </Button>
          )}
        </>
      }
    >
      <Segmented
        label={IMPORT.source}
        options={[
          { value: "env", label: IMPORT.fromFile },
          { value: "link", label: IMPORT.fromLink },
        ]}
        value={way}
        onChange={(next) => setWay(next)}
      />
      {way === "env" ? <ImportFromEnv /> : <ImportFromLink id={id} {...link} />}
    </Dialog>
  );
}

/** Finds claim links in an env file, and imports the one that is chosen. */
function ImportFromEnv() {
  const [typed, setTyped] = useState("");
  const [path, setPath] = useState("");
  const scan = useQuery(scanQuery(path));
  const [chosen, setChosen] = useState<string>();
  const mutation = useMutationSpec(importing);
  const imported = useImported();
  const choose = async (variable: string) => {
    if (mutation.underWay) return;
    setChosen(variable);
    const row = await mutation.start(singleUse({ path, variable }));
    if (row) imported(row);
  };
  return (
    <div className={styles.form}>
      <PathField
        label={IMPORT.file}
        value={typed}
        onChange={setTyped}
        onBrowse={() => call({ kind: "envPickFile", start: typed.trim() || null })}
        onSettle={(settled) => setPath(settled.trim())}
        placeholder="~/code/app/.env"
      />
      <ReadFailure query={scan} title={IMPORT.unread} />
      {scan.data?.length === 0 && (
        <Notice tone="plain" role="status">
          {IMPORT.none}
        </Notice>
      )}
      <ul className={styles.candidates} aria-label={IMPORT.found}>
        {scan.data?.map((candidate) => (
          <Candidate
            key={candidate.variable}
            candidate={candidate}
            busy={mutation.underWay && chosen === candidate.variable}
            onImport={() => void choose(candidate.variable)}
          />
        ))}
      </ul>
      <MutationRefusal failure={mutation.failure} title={IMPORT.failed} />
    </div>
  );
}

interface CandidateProps {
  candidate: ImportCandidateView;
  busy: boolean;
  onImport(): void;
}

function Candidate({ candidate, busy, onImport }: CandidateProps) {
  const { variable, refused, knownAs } = candidate;
  return (
    <li className={styles.candidate}>
      <div className="ui-rest">
        <code>{variable}</code>
        <span className={styles.note}>{candidateLine(candidate)}</span>
      </div>
      <Button size="small" busy={busy} disabled={refused !== null || knownAs !== null} onClick={onImport}>
        {IMPORT.import}
      </Button>
    </li>
  );
}

/** A claim link that is typed, and its import. */
function useLink() {
  const [link, setLink] = useState("");
  const form = useForm(importing, {
    fieldErrors: { link: link.trim() ? undefined : IMPORT.missing },
    input: () => singleUse({ link: link.trim() }),
    onDone: useImported(),
  });
  return { link, setLink, form };
}

/** The link is typed as a password is: who has it can take the database. */
function ImportFromLink({ id, link, setLink, form }: ReturnType<typeof useLink> & { id: string }) {
  const fields = useRef<HTMLFormElement>(null);
  const focusFirstError = useErrorFocus(fields, form.busy);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    focusFirstError();
    void form.submit();
  };
  return (
    <form ref={fields} id={id} className={styles.form} onSubmit={submit} noValidate {...form.watch}>
      <Field label={IMPORT.link} hint={IMPORT.hidden} error={form.fieldErrors.link}>
        <TextInput
          mono
          type="password"
          value={link}
          onChange={setLink}
          placeholder="https://neon.new/claim/…"
        />
      </Field>
      <MutationRefusal failure={form.failure} title={IMPORT.failed} />
    </form>
  );
}

/** Leads to what was imported. */
function useImported() {
  const close = useCloseDialog();
  const router = useRouter();
  return (row: TemporaryView) => {
    router.go({ screen: "temporary", id: row.id });
    toast({ title: IMPORT.done(row.name) });
    close();
  };
}
