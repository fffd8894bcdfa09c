import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ReadFailure } from "@/features/base/Failure";
import { FailureNotice } from "@/features/base/FailureNotice";
import { MutationFormDialog } from "@/features/base/MutationDialogs";
import { useForm } from "@/features/base/useForm";
import { call } from "@/ipc/call";
import type {
  FolderImportedView,
  FolderImportPick,
  FolderScanView,
  FoundDatabaseView,
} from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { toast } from "@/kit/overlay/toasts";
import { useRouter } from "@/kit/route/useRouter";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import { FoundDatabases } from "./FoundDatabases";
import { canImport, keyOf } from "./found";
import styles from "./ImportFoldersDialog.module.css";
import { importing } from "./mutations";
import { scanQuery } from "./queries";
import { IMPORT } from "./words";

const NONE: ReadonlySet<string> = new Set();
const NO_PATHS: readonly string[] = [];

interface ImportFoldersDialogProps {
  /** Folders that are searched at once. */
  paths?: readonly string[];
  /** What is found in the file of this name is selected until the person selects otherwise. */
  file?: string;
}

/** Finds databases in the env files of folders, and brings those that are ticked into the lists. */
export function ImportFoldersDialog({ paths: given = NO_PATHS, file }: ImportFoldersDialogProps) {
  const [paths, setPaths] = useState(given);
  const scan = useQuery(scanQuery(paths));
  const [chosenTicks, setTicked] = useState<ReadonlySet<string>>();
  const ticked = chosenTicks ?? ticksOf(file, scan.data);
  const [refused, setRefused] = useState<readonly FolderImportedView[]>([]);
  const router = useRouter();
  const chosen = (scan.data?.found ?? []).filter((found) => canImport(found) && ticked.has(keyOf(found)));
  const form = useForm(importing, {
    hindered: chosen.length === 0,
    input: () => chosen.map(importOf),
    onDone: (imported) => {
      const done = imported.filter(({ error }) => error === null);
      setRefused(imported.filter(({ error }) => error !== null));
      if (done.length > 0) toast({ title: IMPORT.done(done.length) });
      if (done.length < imported.length) {
        setTicked(NONE);
        void scan.refetch();
        return;
      }
      const id = done.at(-1)?.folderId;
      router.go({ screen: "folders", ...(id && { id }) });
      form.close();
    },
  });
  const choose = async () => {
    const picked = await call({ kind: "folderPick", start: paths[0] ?? null });
    if (picked.length === 0) return;
    setTicked(NONE);
    setRefused([]);
    setPaths(picked);
  };
  return (
    <MutationFormDialog
      form={form}
      size="wide"
      title={IMPORT.title}
      description={IMPORT.text}
      submit={IMPORT.submit(chosen.length)}
      disabled={chosen.length === 0}
      failed={IMPORT.failed}
      disposable
      after={refused.map(
        ({ of, error }) =>
          error && <FailureNotice key={keyOf(of)} title={IMPORT.notImported(of.variable)} error={error} />,
      )}
    >
      <div className={styles.where}>
        <Button icon="folderCode" onClick={() => void choose()}>
          {paths.length === 0 ? IMPORT.choose : IMPORT.chooseOthers}
        </Button>
        {paths.length > 0 && (
          <ul className={styles.paths} aria-label={IMPORT.folders}>
            {paths.map((path) => (
              <li key={path}>
                <code data-selectable>{path}</code>
              </li>
            ))}
          </ul>
        )}
      </div>
      <ReadFailure query={scan} title={IMPORT.unread} />
      {scan.isFetching && !scan.data && <Skeleton label={IMPORT.reading} shape="rows" />}
      {scan.data && <Scanned scan={scan.data} paths={paths} ticked={ticked} onTick={setTicked} />}
    </MutationFormDialog>
  );
}

interface ScannedProps {
  scan: FolderScanView;
  paths: readonly string[];
  ticked: ReadonlySet<string>;
  onTick(ticked: ReadonlySet<string>): void;
}

function Scanned({ scan: { found, problems }, paths, ticked, onTick }: ScannedProps) {
  return (
    <>
      {problems.map(({ path, error }) => (
        <FailureNotice key={path} title={IMPORT.unreadable(path)} error={error} />
      ))}
      {found.length === 0 ? (
        <Notice tone="plain" role="status" title={IMPORT.none}>
          {IMPORT.lookedAt(paths)}
        </Notice>
      ) : (
        <FoundDatabases found={found} ticked={ticked} onTick={onTick} />
      )}
    </>
  );
}

/** What is selected before the person has selected anything. */
function ticksOf(file: string | undefined, scan: FolderScanView | undefined): ReadonlySet<string> {
  if (file === undefined || !scan) return NONE;
  return new Set(scan.found.filter((found) => found.file === file && canImport(found)).map(keyOf));
}

const importOf = ({ folder, file, variable }: FoundDatabaseView): FolderImportPick => ({
  folder,
  file,
  variable,
});
