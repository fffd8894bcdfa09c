import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { workQuery } from "@/data/queries";
import { perform } from "@/data/work";
import { useOpenOperations } from "@/features/operations/open";
import { cancellingOf } from "@/features/seed/mutations";
import type { WorkView } from "@/ipc/generated";
import { toast } from "@/kit/overlay/toasts";
import { Link } from "@/kit/route/Link";
import { useRouter } from "@/kit/route/useRouter";
import { ActivityStrip } from "./ActivityStrip";
import { scopeOf, worksOf } from "./running";
import styles from "./Works.module.css";

const NONE: readonly WorkView[] = [];

/** What runs now, here and on the platforms of every account, in the strip at the bottom. */
export function Works() {
  const works = useQuery(workQuery).data ?? NONE;
  const operations = useOpenOperations();
  const client = useQueryClient();
  const router = useRouter();
  const shown = useMemo(
    () =>
      worksOf(works, operations, {
        cancel(id) {
          perform(client, cancellingOf(id), undefined).catch(() =>
            toast({ title: "It could not be stopped", detail: "It may have ended already.", tone: "danger" }),
          );
        },
        open: ({ operation }) => router.go({ screen: "operations", id: operation.id, view: "lanes" }),
      }),
    [works, operations, client, router],
  );
  return (
    <ActivityStrip
      works={shown}
      scope={scopeOf(operations)}
      all={(close) => (
        <Link to={{ screen: "operations", view: "lanes" }} onClick={close}>
          All operations
        </Link>
      )}
      log={
        <Link to={{ screen: "activity" }} className={styles.log ?? ""}>
          Activity log
        </Link>
      }
    />
  );
}
