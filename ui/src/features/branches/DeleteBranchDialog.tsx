import { useQuery } from "@tanstack/react-query";
import { counted } from "@/data/format";
import { computesQuery, databasesQuery } from "@/data/queries";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { computeName } from "@/features/computes/words";
import type { BranchView, ComputeView, DatabaseView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { formatBytes } from "@/kit/data/bytes";
import { FullPath } from "@/kit/data/FullPath";
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
      <HeldBack branch={asked.branch} path={asked.path}>
        {children}
      </HeldBack>
    );
  return <Confirm {...asked} />;
}

function HeldBack(props: { branch: BranchView; path: string; children: readonly BranchView[] }) {
  const { branch, path, children } = props;
  return (
    <Dialog
      open
      onClose={unask}
      size="small"
      title={`${branch.name} cannot be deleted yet`}
      footer={<Button onClick={unask}>Close</Button>}
    >
      <FullPath>{path}</FullPath>
      <p>{counted(children.length, "branch comes", "branches come")} from it. Delete these first:</p>
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
      <FullPath>{path}</FullPath>
      <p>With it go:</p>
      <ul className={styles.goes}>
        <li>{databasesLine(databases.data, databases.isError)}</li>
        <li>{computesLine(own)}</li>
        {branch.logicalSize !== null && <li>{formatBytes(branch.logicalSize)} of data</li>}
      </ul>
      <p>It can be recovered for 7 days; the undo stays offered in the project, with its deadline.</p>
    </CallConfirmDialog>
  );
}

function databasesLine(list: readonly DatabaseView[] | undefined, failed: boolean): string {
  if (failed) return "its databases, which could not be read just now";
  if (!list) return "its databases";
  if (list.length === 0) return "no database";
  return `${counted(list.length, "database")}: ${list.map(({ name }) => name).join(", ")}`;
}

function computesLine(list: readonly ComputeView[]): string {
  if (list.length === 0) return "no compute";
  return `${counted(list.length, "compute")}, whose connections are cut: ${list.map(computeName).join(", ")}`;
}
