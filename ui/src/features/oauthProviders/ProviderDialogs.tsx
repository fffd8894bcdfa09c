import type { Asked } from "@/kit/overlay/asked";
import { AddProviderDialog } from "./AddProviderDialog";
import { CredentialsDialog } from "./CredentialsDialog";
import { DeleteProviderDialog } from "./DeleteProviderDialog";

type ProviderAsked = Extract<
  Asked,
  { dialog: "addOauthProvider" | "oauthCredentials" | "deleteOauthProvider" }
>;

/** The dialogs about OAuth providers. */
export function ProviderDialogs({ asked }: { asked: ProviderAsked }) {
  switch (asked.dialog) {
    case "addOauthProvider":
      return <AddProviderDialog at={asked.at} />;
    case "oauthCredentials":
      return <CredentialsDialog subject={asked.subject} />;
    case "deleteOauthProvider":
      return <DeleteProviderDialog subject={asked.subject} />;
  }
}
