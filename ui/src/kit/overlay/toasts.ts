import { Toast } from "@base-ui/react/toast";
import { TOAST } from "@/kit/words";

export interface ToastWords {
  title: string;
  detail?: string;
  tone?: "plain" | "danger";
  /** What can be taken back, and how. */
  undo?: { label?: string; run(): void };
  /** How long it stays, in milliseconds; 0 stays until it is closed. 6 s by default, 12 s with an undo. */
  stay?: number;
}

/** The toasts of this window. `Toasts` shows them; anything may add one. */
export const toastQueue = Toast.createToastManager();

/**
 * Says in passing that something happened. Never the only place of an error: what failed shows its error where it is.
 * Returns how to take the toast away.
 */
export function toast({ title, detail, tone = "plain", undo, stay }: ToastWords): () => void {
  const id = toastQueue.add({
    title,
    description: detail,
    type: tone,
    timeout: stay ?? (undo ? 12_000 : 6_000),
    priority: "low",
    ...(undo && {
      actionProps: {
        children: undo.label ?? TOAST.undo,
        onClick() {
          toastQueue.close(id);
          undo.run();
        },
      },
    }),
  });
  return () => toastQueue.close(id);
}

/** Says that something is on the clipboard, and for how many seconds; 0 until the app quits. */
export function copied(what: string, seconds: number): void {
  const detail = seconds > 0 ? TOAST.clears(seconds) : TOAST.stays;
  toast({ title: TOAST.copied(what), detail });
}
