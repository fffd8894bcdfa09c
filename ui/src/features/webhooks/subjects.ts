import type { SignInPlace } from "@/features/signIn/subjects";
import type { WebhooksView } from "@/ipc/generated";

/** The webhooks of a branch as they are. */
export interface WebhooksSubject extends SignInPlace {
  webhooks: WebhooksView;
}

declare module "@/kit/action/action" {
  interface Subjects {
    webhooks: WebhooksSubject;
  }
}

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    setWebhooks: { subject: WebhooksSubject };
    removeWebhooks: { subject: WebhooksSubject };
  }
}
