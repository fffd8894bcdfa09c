import { useQuery } from "@tanstack/react-query";
import { computesQuery, databasesQuery } from "@/data/queries";
import { Contents, contentWords } from "@/features/base/Contents";
import { useForm } from "@/features/base/useForm";
import { COMMON } from "@/features/base/words";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { computeName } from "@/features/computes/words";
import type { BranchView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { formatBytes } from "@/kit/data/bytes";
import { FullPath, type PathNames } from "@/kit/data/FullPath";
import { Dialog } from "@/kit/overlay/Dialog";
import { closeDialog } from "@/kit/overlay/dialogs";
import { useRouter } from "@/kit/route/useRouter";
import type { BranchDialogSubject } from "./BranchDialog";
import styles from "./Branches.module.css";
import { deletingOf } from "./mutations";
import { DELETE } from "./words";

/** Deletes a branch, after saying what goes with it. One with branches below it cannot go, and says which they are. */
export function DeleteBranchDialog(subject: BranchDialogSubject) {
  const children = subject.branches.filter(({ parentId }) => parentId === subject.branchId);
  if (children.length > 0)
    return (
      <HasChildren branch={subject.branch} path={subject.path}>
        {children}
      </HasChildren>
    );
  return <Confirm {...subject} />;
}

function HasChildren(props: { branch: BranchView; path: PathNames; children: readonly BranchView[] }) {
  const { branch, path, children } = props;
  return (
    <Dialog
      open
      onClose={closeDialog}
      size="small"
      title={DELETE.blocked(branch.name)}
      footer={<Button onClick={closeDialog}>{COMMON.close}</Button>}
    >
      <FullPath of={path} />
      <p>{DELETE.children(children.length)}</p>
      <ul className={styles.goes}>
        {children.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </Dialog>
  );
}

function Confirm({ branch, path, typeName, ...ref }: BranchDialogSubject) {
  const { accountId, projectId, branchId } = ref;
  const router = useRouter();
  const computes = useQuery({
    ...computesQuery(accountId, projectId),
    select: (list) => list.filter((compute) => compute.branchId === branchId),
  });
  const databases = useQuery(databasesQuery(accountId, projectId, branchId));
  const leave = () => {
    const route = router.current();
    if (route.screen === "project" && route.branch === branchId) {
      const { branch: _gone, ...rest } = route;
      router.go(rest, { replace: true });
    }
    form.close();
  };
  const form = useForm(deletingOf(ref), {
    input: () => undefined,
    deletes: branch.name,
    onDone: leave,
    onGone: leave,
  });
  return (
    <CallConfirmDialog
      form={form}
      title={DELETE.title(branch.name)}
      confirm={DELETE.submit}
      typeName={typeName}
      call={DELETE.call}
      failed={DELETE.failed}
    >
      <FullPath of={path} />
      <Contents
        of={[
          { name: DELETE.databases, words: contentWords(databases, ({ name }) => name) },
          { name: DELETE.computes, words: contentWords(computes, computeName) },
          {
            name: DELETE.data,
            words: branch.logicalSize === null ? COMMON.notReported : formatBytes(branch.logicalSize),
          },
        ]}
      />
      <p>{DELETE.recoverable}</p>
    </CallConfirmDialog>
  );
}
