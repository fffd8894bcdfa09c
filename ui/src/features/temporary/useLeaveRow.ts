import { useCloseDialog } from "@/kit/overlay/dialogs";
import { useRouter } from "@/kit/route/useRouter";

/** Returns what a dialog does once its row is gone: it shows the list where that database was open, and closes. */
export function useLeaveRow(id: string): () => void {
  const close = useCloseDialog();
  const router = useRouter();
  return () => {
    // Another database may be open beside the list.
    const route = router.current();
    if (route.screen === "temporary" && route.id === id) {
      router.go({ screen: "temporary" }, { replace: true });
    }
    close();
  };
}
