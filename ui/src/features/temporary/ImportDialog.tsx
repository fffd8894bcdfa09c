import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { keys } from "@/data/keys";
import { Failure, ReadFailure } from "@/features/accounts/Failure";
import { call } from "@/ipc/call";
import type { ImportCandidateView, TemporaryView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { PathField } from "@/kit/control/PathField";
import { Segmented } from "@/kit/control/Segmented";
import { TextInput } from "@/kit/control/TextInput";
import { unask, useUnask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { toast } from "@/kit/overlay/toasts";
import { useRouter } from "@/kit/route/useRouter";
import { Notice } from "@/kit/state/Notice";
import styles from "./ImportDialog.module.css";
import { place } from "./mutations";
import { scanQuery } from "./queries";

/** Puts a database that was made elsewhere on the shelf. */
export function ImportDialog() {
  const [way, setWay] = useState<"env" | "link">("env");
  return (
    <Dialog
      open
      onClose={unask}
      dismiss="deliberate"
      title="Import a temporary database"
      description="One that the command-line tool, a build-tool plugin or somebody else made. Its claim link is all that is needed."
    >
      <Segmented
        label="Where the claim link is"
        options={[
          { value: "env", label: "In an env file" },
          { value: "link", label: "As a link" },
        ]}
        value={way}
        onChange={(next) => setWay(next)}
      />
      {way === "env" ? <ImportFromEnv /> : <ImportFromLink />}
    </Dialog>
  );
}

/** Finds claim links in an env file, and imports the one that is chosen. */
function ImportFromEnv() {
  const [typed, setTyped] = useState("");
  const [path, setPath] = useState("");
  const scan = useQuery(scanQuery(path));
  const importing = useImport();
  return (
    <div className={styles.form}>
      <PathField
        label="Env file"
        value={typed}
        onChange={setTyped}
        onBrowse={() => call.envPickFile(typed.trim() || null)}
        onSettle={(settled) => setPath(settled.trim())}
        placeholder="~/code/app/.env"
      />
      <ReadFailure query={scan} title="The file could not be read" />
      {scan.data?.length === 0 && (
        <Notice tone="plain" role="status">
          There is no claim link in this file.
        </Notice>
      )}
      <ul className={styles.candidates} aria-label="Claim links found">
        {scan.data?.map((candidate) => (
          <Candidate
            key={candidate.variable}
            candidate={candidate}
            busy={importing.busy === candidate.variable}
            onImport={() =>
              void importing.run(candidate.variable, () => call.temporaryImportEnv(path, candidate.variable))
            }
          />
        ))}
      </ul>
      {importing.failure && <Failure title="Not imported" error={importing.failure} />}
    </div>
  );
}

interface CandidateProps {
  candidate: ImportCandidateView;
  busy: boolean;
  onImport(): void;
}

function Candidate({ candidate, busy, onImport }: CandidateProps) {
  const { variable, line, host, hasConnection, refused, knownAs } = candidate;
  const note =
    refused ??
    (knownAs
      ? `On the shelf already, as ${knownAs}`
      : hasConnection
        ? "with its connection string"
        : "claim link only");
  return (
    <li className={styles.candidate}>
      <div className="rest">
        <code>{variable}</code>
        <span className={styles.note}>
          line {line} · {host} · {note}
        </span>
      </div>
      <Button size="small" busy={busy} disabled={refused !== null || knownAs !== null} onClick={onImport}>
        Import
      </Button>
    </li>
  );
}

/** The link is typed as a password is: who has it can take the database. */
function ImportFromLink() {
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

/**
 * An import under way. Kept out of the mutation cache on purpose: what is typed there can be a claim link, and a claim
 * link is a secret.
 */
function useImport() {
  const client = useQueryClient();
  const close = useUnask();
  const router = useRouter();
  const [busy, setBusy] = useState<string>();
  const [failure, setFailure] = useState<Error>();
  const running = useRef(false);

  const run = async (name: string, work: () => Promise<TemporaryView>) => {
    if (running.current) return;
    running.current = true;
    setBusy(name);
    setFailure(undefined);
    try {
      const row = await work();
      place(client, row);
      void client.invalidateQueries({ queryKey: keys.temporaryList });
      router.go({ screen: "temporary", id: row.id });
      toast({ title: `${row.name} is on the shelf` });
      close();
    } catch (error) {
      if (error instanceof Error) setFailure(error);
    } finally {
      running.current = false;
      setBusy(undefined);
    }
  };
  return { busy, failure, run };
}
