import { useWork } from "@/data/work";
import type { QuarantinedView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { ask } from "@/kit/overlay/asked";
import { puttingBackOf } from "./mutations";
import styles from "./Sandbox.module.css";

/** What can be done with one; a refusal is told by `QuarantineFault`, above the table. */
export function QuarantineButtons({ item }: { item: QuarantinedView }) {
  const back = useWork(puttingBackOf(item.id));
  return (
    <span className={styles.inline}>
      {item.isWhole && (
        <Button
          size="small"
          busy={back.underWay}
          aria-label={`Put back, ${item.name}`}
          onClick={() => void back.start()}
        >
          Put back
        </Button>
      )}
      <Button
        size="small"
        disabled={back.underWay}
        aria-label={`Delete, ${item.name}`}
        onClick={() => ask({ dialog: "deleteQuarantined", item })}
      >
        Delete…
      </Button>
    </span>
  );
}
