import { useOneTimeSecrets } from "@/features/base/oneTimeSecrets";
import { deferred } from "@/kit/deferred";
import { useOpenDialog } from "@/kit/overlay/dialogs";

const OneTimeSecretGroupDialog = deferred(
  async () => (await import("./OneTimeSecretGroupDialog")).OneTimeSecretGroupDialog,
);

/** Over the window while secrets of something new are in memory. Another dialog goes before it; then it is back. */
export function OneTimeSecretDialog() {
  const [group] = useOneTimeSecrets();
  const openDialog = useOpenDialog();
  return group && !openDialog ? <OneTimeSecretGroupDialog key={group.items[0]?.id} group={group} /> : null;
}
