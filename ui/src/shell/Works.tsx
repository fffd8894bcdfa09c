import { useQuery, useQueryClient } from "@tanstack/react-query";
import { workQuery } from "@/data/queries";
import { workWord } from "@/data/words";
import { perform } from "@/data/work";
import { cancellingOf } from "@/features/seed/mutations";
import { toast } from "@/kit/overlay/toasts";
import { Link } from "@/kit/route/Link";
import { ActivityStrip } from "./ActivityStrip";
import styles from "./Works.module.css";

/** What runs now, in the strip at the bottom. */
export function Works() {
  const works = useQuery(workQuery);
  const client = useQueryClient();
  const cancel = (id: string) => {
    perform(client, cancellingOf(id), undefined).catch(() =>
      toast({ title: "It could not be stopped", detail: "It may have ended already.", tone: "danger" }),
    );
  };
  const shown = (works.data ?? []).map(({ id, verb, subject, startedAt, progress, cancellable }) => ({
    id,
    verb: workWord(verb),
    subject,
    startedAt: new Date(startedAt).getTime(),
    ...(progress && progress.total > 0 && { progress: progress.done / progress.total }),
    ...(cancellable && { cancel: () => cancel(id) }),
  }));
  return (
    <ActivityStrip
      works={shown}
      log={
        <Link to={{ screen: "activity" }} className={styles.log ?? ""}>
          Activity log
        </Link>
      }
    />
  );
}
