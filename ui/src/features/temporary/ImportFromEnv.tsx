import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Failure } from "@/features/accounts/Failure";
import { call } from "@/ipc/call";
import type { ImportCandidateView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { PathField } from "@/kit/control/PathField";
import { Notice } from "@/kit/state/Notice";
import styles from "./ImportDialog.module.css";
import { scanQuery } from "./queries";
import { useImport } from "./useImport";

/** Finds claim links in an env file, and imports the one that is chosen. */
export function ImportFromEnv() {
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
      {scan.error && (
        <Failure title="The file could not be read" error={scan.error} onRetry={() => void scan.refetch()} />
      )}
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
      <div className={styles.words}>
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
