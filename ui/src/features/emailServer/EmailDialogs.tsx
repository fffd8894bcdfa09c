import type { Asked } from "@/kit/overlay/asked";
import { OwnServerDialog } from "./OwnServerDialog";
import { SharedServerDialog } from "./SharedServerDialog";
import { TestEmailDialog } from "./TestEmailDialog";
import { TryServerDialog } from "./TryServerDialog";

type EmailAsked = Extract<
  Asked,
  { dialog: "ownEmailServer" | "sharedEmailServer" | "tryEmailServer" | "testEmail" }
>;

/** The dialogs about the email server. */
export function EmailDialogs({ asked }: { asked: EmailAsked }) {
  switch (asked.dialog) {
    case "ownEmailServer":
      return <OwnServerDialog subject={asked.subject} />;
    case "sharedEmailServer":
      return <SharedServerDialog subject={asked.subject} />;
    case "tryEmailServer":
      return <TryServerDialog subject={asked.subject} />;
    case "testEmail":
      return <TestEmailDialog subject={asked.subject} />;
  }
}
