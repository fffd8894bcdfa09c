import { useQuery } from "@tanstack/react-query";
import { failureText, viewOf } from "@/data/errors";
import { fileName } from "@/data/format";
import { useFailure } from "@/data/mutation";
import { temporaryListQuery } from "@/data/queries";
import { MutationRefusal } from "@/features/base/Failure";
import { SeedProgress } from "@/features/seed/SeedProgress";
import type { FolderView } from "@/ipc/generated";
import { folderStates } from "@/ipc/words";
import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { DetailHead } from "@/kit/layout/DetailHead";
import { useOpenDialog } from "@/kit/overlay/dialogs";
import { Notice } from "@/kit/state/Notice";
import { Spinner } from "@/kit/state/Spinner";
import styles from "./FolderDetail.module.css";
import { FolderFacts } from "./FolderFacts";
import { folderLook } from "./look";
import { ensuringOf } from "./mutations";
import { NextStep } from "./NextStep";
import { isBranchToWrite } from "./source";
import { DETAIL, STATE } from "./words";

/** One project folder: how it stands, the next step, and what it is to get. */
export function FolderDetail({ folder }: { folder: FolderView }) {
  const context = { folder };
  return (
    <>
      <DetailHead title={folder.name}>
        <ActionButton action="folder.settings" context={context} size="small">
          {DETAIL.settings}
        </ActionButton>
        <ActionMenu about="folder" subject={folder} label={DETAIL.more(folder.name)} outlined />
      </DetailHead>
      <Refused folder={folder} />
      <StateNotice folder={folder} />
      <SeedOf folder={folder} />
      <FolderFacts folder={folder} />
    </>
  );
}

/** Why the last try was refused, unless the dialog that tried says so itself, or the folder's state does. */
function Refused({ folder }: { folder: FolderView }) {
  const failure = useFailure(ensuringOf(folder.id).key);
  const inDialog = useOpenDialog()?.dialog === "ensureFolder";
  const isSaid = failure !== undefined && viewOf(failure.error).message === folder.problem?.message;
  if (inDialog || isSaid || folder.busy) return null;
  return <MutationRefusal failure={failure} title={DETAIL.notEnsured} dismissible />;
}

/** The state in its word, what it means and the next step beside it. */
function StateNotice({ folder }: { folder: FolderView }) {
  const { state, busy, problem, line, setIn, envPath } = folder;
  if (busy) {
    return (
      <p className={styles.working} role="status">
        <Spinner /> {STATE.workingText}
      </p>
    );
  }
  const { word, tone } = folderLook(folder);
  return (
    <Notice
      tone={tone === "off" || tone === "progress" ? "plain" : tone}
      title={word}
      testId="folder-state"
      actions={<NextStep folder={folder} accent />}
    >
      {problem && <>{failureText(problem)} </>}
      {state === "foreign" && line !== null && <>{STATE.atLine(line, fileName(setIn ?? envPath))} </>}
      {/* A reason that says what to do would say it twice. */}
      {!problem?.hint && (isBranchToWrite(folder) ? STATE.branchText : folderStates[state].next)}
    </Notice>
  );
}

/** The seed of its database: how far it is, or what it did. Why it failed is said with the state. Of one that is gone it says nothing. */
function SeedOf({ folder }: { folder: FolderView }) {
  const rows = useQuery(temporaryListQuery).data?.items;
  const row = rows?.find(({ id }) => id === folder.temporaryId);
  const isOver = folder.state === "unseeded" || folder.state === "expired";
  if (!row || (isOver && !folder.busy)) return null;
  return <SeedProgress row={row} />;
}
