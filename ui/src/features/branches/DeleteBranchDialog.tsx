import { useQuery } from "@tanstack/react-query";
import { counted } from "@/data/format";
import { computesQuery, databasesQuery } from "@/data/queries";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { computeName } from "@/features/computes/words";
import type { BranchView, ComputeView, DatabaseView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { formatBytes } from "@/kit/data/bytes";
import { FullPath, type PathNames } from "@/kit/data/FullPath";
import { unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { useRouter } from "@/kit/route/useRouter";
import type { BranchAsked } from "./BranchDialog";
import styles from "./Branches.module.css";
import { deletingOf } from "./mutations";

/** Deletes a branch, after saying what goes with it. One with branches below it cannot go, and says which they are. */
export function DeleteBranchDialog(asked: BranchAsked) {
  const children = asked.branches.filter(({ parentId }) => parentId === asked.branchId);
  if (children.length > 0)
    return (
      <HasChildren branch={asked.branch} path={asked.path}>
        {children}
      </HasChildren>
    );
  return <Confirm {...asked} />;
}

function HasChildren(props: { branch: BranchView; path: PathNames; children: readonly BranchView[] }) {
  const { branch, path, children } = props;
  return (
    <Dialog
      open
      onClose={unask}
      size="small"
      title={`${branch.name} cannot be deleted yet`}
      footer={<Button onClick={unask}>Close</Button>}
    >
      <FullPath of={path} />
      <p>It has {counted(children.length, "child branch", "child branches")}. Delete these first:</p>
      <ul className={styles.goes}>
        {children.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </Dialog>
  );
}

function Confirm({ branch, path, typeName, ...ref }: BranchAsked) {
  const { accountId, projectId, branchId } = ref;
  const router = useRouter();
  const computes = useQuery(computesQuery(accountId, projectId)).data ?? [];
  const databases = useQuery(databasesQuery(accountId, projectId, branchId));
  const form = useForm(deletingOf(ref), {
    input: () => undefined,
    onDone: () => {
      const place = router.current();
      if (place.screen === "project" && place.branch === branchId) {
        const { branch: _gone, ...rest } = place;
        router.go(rest, { replace: true });
      }
      form.close();
    },
  });
  const own = computes.filter((compute) => compute.branchId === branchId);
  return (
    <CallConfirmDialog
      form={form}
      title={`Delete ${branch.name}?`}
      confirm={`Delete ${branch.name}`}
      typeName={typeName}
      call={{ accountId, title: "Delete branch", call: { kind: "deleteBranch", projectId, branchId } }}
      failed="The branch was not deleted"
    >
      <FullPath of={path} />
      <p>What will be deleted:</p>
      <ul className={styles.goes}>
        <li>{databasesLine(databases.data, databases.isError)}</li>
        <li>{computesLine(own)}</li>
        {branch.logicalSize !== null && <li>{formatBytes(branch.logicalSize)} of data</li>}
      </ul>
      <p>You can recover it for 7 days from the project.</p>
    </CallConfirmDialog>
  );
}

function databasesLine(list: readonly DatabaseView[] | undefined, failed: boolean): string {
  if (failed) return "Its databases, which could not be loaded";
  if (!list) return "Its databases";
  if (list.length === 0) return "No databases";
  return `${counted(list.length, "database")}: ${list.map(({ name }) => name).join(", ")}`;
}

function computesLine(list: readonly ComputeView[]): string {
  if (list.length === 0) return "No computes";
  return `${counted(list.length, "compute")}, with open connections: ${list.map(computeName).join(", ")}`;
}
