import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import type { FolderView } from "@/ipc/generated";
import { useRouter } from "@/kit/route/useRouter";
import { removingOf } from "./mutations";
import { REMOVE } from "./words";

/** Takes a folder out of the list, after saying that its files and its database stay. */
export function RemoveFolderDialog({ folder }: { folder: FolderView }) {
  const router = useRouter();
  const form = useForm(removingOf(folder.id), {
    input: () => undefined,
    onDone: () => {
      const route = router.current();
      if (route.screen === "folders" && route.id === folder.id) {
        router.go({ screen: "folders" }, { replace: true });
      }
      form.close();
    },
  });
  return (
    <CallConfirmDialog
      form={form}
      title={REMOVE.title(folder.name)}
      confirm={REMOVE.confirm}
      failed={REMOVE.failed}
    >
      <p>{REMOVE.text}</p>
    </CallConfirmDialog>
  );
}
