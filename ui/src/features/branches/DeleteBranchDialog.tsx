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
import { unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { useRouter } from "@/kit/route/useRouter";
import type { BranchAsked } from "./BranchDialog";
import styles from "./Branches.module.css";
import { deletingOf } from "./mutations";
import { DELETE } from "./words";

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
      title={DELETE.blocked(branch.name)}
      footer={<Button onClick={unask}>{COMMON.close}</Button>}
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

function Confirm({ branch, path, typeName, ...ref }: BranchAsked) {
  const { accountId, projectId, branchId } = ref;
  const router = useRouter();
  const computes = useQuery({
    ...computesQuery(accountId, projectId),
    select: (list) => list.filter((compute) => compute.branchId === branchId),
  });
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
  return (
    <CallConfirmDialog
      form={form}
      title={DELETE.title(branch.name)}
      confirm={DELETE.submit(branch.name)}
      typeName={typeName}
      call={{ accountId, title: DELETE.call, call: { kind: "deleteBranch", projectId, branchId } }}
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
