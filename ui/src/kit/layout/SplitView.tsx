import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from "react";
import { pressedKey } from "@/kit/action/pressedKey";
import { Button } from "@/kit/control/Button";
import { IconButton } from "@/kit/control/IconButton";
import { Notice } from "@/kit/state/Notice";
import { LIST } from "@/kit/words";
import { DetailHead } from "./DetailHead";
import styles from "./SplitView.module.css";
import { NARROW, useMedia } from "./useMedia";

interface SplitViewProps {
  list: ReactNode;
  /** What is open beside the list; nothing when absent. */
  detail?: ReactNode;
  /** Names the open thing for screen readers. */
  detailLabel?: string | undefined;
  /** The open thing is no longer in the list, and this is said in place of the detail. */
  gone?: boolean;
  onCloseDetail(): void;
  /** To move the focus into the detail. */
  detailRef?: RefObject<HTMLElement | null>;
}

/** A list with a detail beside it; in a narrow window the detail lies over the list and can be closed. */
export function SplitView({
  list,
  detail,
  detailLabel,
  gone = false,
  onCloseDetail,
  detailRef,
}: SplitViewProps) {
  const narrow = useMedia(NARROW);
  const root = useRef<HTMLDivElement>(null);
  const close = () => {
    // The focus goes back to where the list was left, never to nowhere.
    root.current?.querySelector<HTMLElement>("[role=row][tabindex='0'], [aria-pressed='true']")?.focus();
    onCloseDetail();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (pressedKey(event) === "Escape" && narrow && detail && !event.defaultPrevented) close();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to Esc from what is inside
    <div ref={root} className={styles.split} data-open={detail ? "" : undefined} onKeyDown={onKeyDown}>
      <div className={styles.list}>{list}</div>
      {detail && (
        <aside ref={detailRef} tabIndex={-1} className={styles.detail} aria-label={detailLabel}>
          {narrow && (
            <div className={styles.bar}>
              <IconButton icon="arrowLeft" label={LIST.back} size="small" onClick={close} />
              {LIST.back}
            </div>
          )}
          {gone ? (
            <>
              <DetailHead title={detailLabel ?? ""}>{null}</DetailHead>
              <Notice
                tone="plain"
                role="status"
                actions={
                  <Button size="small" onClick={close}>
                    {LIST.close}
                  </Button>
                }
              >
                {LIST.gone}
              </Notice>
            </>
          ) : (
            detail
          )}
        </aside>
      )}
    </div>
  );
}
