import type { DialogComponents } from "@/kit/overlay/dialogs";
import { RemoveWebhooksDialog } from "./RemoveWebhooksDialog";
import { WebhooksDialog } from "./WebhooksDialog";

export const webhookDialogs = {
  setWebhooks: WebhooksDialog,
  removeWebhooks: RemoveWebhooksDialog,
} satisfies Partial<DialogComponents>;
