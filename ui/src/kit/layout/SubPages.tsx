import { type ReactNode, useEffect, useRef } from "react";
import { cx } from "@/kit/cx";
import { Link } from "@/kit/route/Link";
import type { Route } from "@/kit/route/route";
import styles from "./SubPages.module.css";

export interface SubPage<Id extends string> {
  id: Id;
  label: string;
  to: Route;
  /** A short word at the end of the line: "2 of 4". `detailLabel` says it whole for screen readers. */
  detail?: string | undefined;
  detailLabel?: string | undefined;
}

interface SubPagesProps<Id extends string> {
  /** What the pages are of. */
  label: string;
  pages: ReadonlyArray<SubPage<Id>>;
  current: NoInfer<Id>;
  /** The page that is shown. */
  children: ReactNode;
}

/** The pages of a part of the window: a narrow list of links on the left, the one that is shown on the right. */
export function SubPages<Id extends string>({ label, pages, current, children }: SubPagesProps<Id>) {
  const page = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each page that comes up
  useEffect(() => {
    // A link within a page goes with it, and would take the focus along.
    if (document.activeElement === document.body) page.current?.focus({ preventScroll: true });
  }, [current]);
  return (
    <div className={styles.split}>
      <nav className={styles.pages} aria-label={label}>
        {pages.map(({ id, to, label, detail, detailLabel }) => (
          <Link key={id} to={to} current={id === current} className={cx(styles.link)}>
            <span>{label}</span>
            {detail && (
              <span className={styles.detail}>
                <span aria-hidden={detailLabel !== undefined}>{detail}</span>
                {detailLabel && <span className="visually-hidden">{detailLabel}</span>}
              </span>
            )}
          </Link>
        ))}
      </nav>
      <div key={current} ref={page} tabIndex={-1} className={styles.page}>
        {children}
      </div>
    </div>
  );
}
