import type { Asked } from "@/kit/overlay/asked";
import { AddDomainDialog } from "./AddDomainDialog";
import { CreateKeysDialog } from "./CreateKeysDialog";
import { CreateUserDialog } from "./CreateUserDialog";
import { DeleteDomainDialog } from "./DeleteDomainDialog";
import { EnableAuthDialog } from "./EnableAuthDialog";
import { RemoveAuthDialog } from "./RemoveAuthDialog";
import { TransferDialog } from "./TransferDialog";

type AuthAsked = Extract<
  Asked,
  {
    dialog:
      | "enableAuth"
      | "createSdkKeys"
      | "createAuthUser"
      | "addAuthDomain"
      | "deleteAuthDomain"
      | "transferAuth"
      | "removeAuth";
  }
>;

/** The dialogs about a project's auth integration. */
export function AuthDialogs({ asked }: { asked: AuthAsked }) {
  switch (asked.dialog) {
    case "enableAuth":
      return <EnableAuthDialog at={asked.at} />;
    case "createSdkKeys":
      return <CreateKeysDialog at={asked.at} />;
    case "createAuthUser":
      return <CreateUserDialog at={asked.at} />;
    case "addAuthDomain":
      return <AddDomainDialog at={asked.at} />;
    case "deleteAuthDomain":
      return <DeleteDomainDialog subject={asked.subject} />;
    case "transferAuth":
      return <TransferDialog at={asked.at} />;
    case "removeAuth":
      return <RemoveAuthDialog at={asked.at} />;
  }
}
