import { listed } from "@/data/format";
import type { KeyUserView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { ask } from "@/kit/overlay/asked";
import { Notice } from "@/kit/state/Notice";

/** Before a key goes that this app itself works with, and the better way. */
export function UsedHere({ users }: { users: readonly KeyUserView[] }) {
  const names = listed(users.map(({ name }) => name));
  const sure = users.every(({ isSure }) => isSure);
  const them = users.length === 1 ? "that account" : "those accounts";
  return (
    <Notice
      tone="danger"
      title={sure ? "This app uses it" : "This app likely uses it"}
      testId="used-here"
      actions={users.map(({ accountId, name }) => (
        <Button key={accountId} size="small" onClick={() => ask({ dialog: "rotateKey", accountId })}>
          Rotate the key of {name} instead…
        </Button>
      ))}
    >
      {sure
        ? `It is the key of ${names}: nothing more can be asked or changed with ${them} once it is revoked.`
        : `It is likely the key of ${names}. The platform does not say which key a request came with.`}{" "}
      Rotating gives {them} a new key first and revokes this one last.
    </Notice>
  );
}
