import { toast } from "@/kit/overlay/toasts";

/** Says that something is on the clipboard, and for how long. */
export function copied(what: string, seconds: number): void {
  toast({ title: `${what} copied`, detail: `The clipboard clears after ${seconds} s if it still holds it.` });
}
