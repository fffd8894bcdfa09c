import { Button } from "@/kit/control/Button";
import { Pill } from "@/kit/data/Pill";
import { Card } from "@/kit/layout/Card";
import { PageSection } from "@/kit/layout/PageSection";
import { Link } from "@/kit/route/Link";
import styles from "./Auth.module.css";
import { authRoute } from "./pages";
import { useReload } from "./queries";
import { metOf, type Need, type ReadinessPoint, useReadiness } from "./readiness";
import type { AuthPage, OnIntegration } from "./subjects";
import { PAGE_WORDS, readinessWords, words } from "./words";

/** What an app needs before it goes to production, each missing point with the way to where it is mended. */
export function ReadinessSection({ at }: { at: OnIntegration }) {
  const points = useReadiness(at);
  return (
    <PageSection
      title={readinessWords.title}
      tools={
        <span className="ui-muted-small" role="status" data-testid="readiness">
          {readinessWords.met(metOf(points), points.length)}
        </span>
      }
    >
      <Card>
        <ul aria-label={readinessWords.list}>
          {points.map((point) => (
            <li key={point.need} className={styles.point} data-need={point.need} data-state={point.state}>
              <PointState state={point.state} />
              <span>{point.words}</span>
              <PointFix at={at} point={point} />
            </li>
          ))}
        </ul>
      </Card>
    </PageSection>
  );
}

/** Filled only where something is to be done. */
function PointState({ state }: Pick<ReadinessPoint, "state">) {
  switch (state) {
    case "met":
      return <span className={styles.done}>{readinessWords.done}</span>;
    case "missing":
      return <Pill tone="warning">{readinessWords.missing}</Pill>;
    case "loading":
      return <span className={styles.quiet}>{readinessWords.checking}</span>;
    case "unknown":
      return <span className={styles.quiet}>{readinessWords.unknown}</span>;
  }
}

/** The page on which a point is mended. */
const PAGE_OF: Record<Need, AuthPage> = {
  credentials: "providers",
  email: "email",
  domain: "domains",
  owner: "ownership",
};

/** The way to what is missing; nothing where nothing is. */
function PointFix({ at, point }: { at: OnIntegration; point: ReadinessPoint }) {
  const again = useReload(at);
  if (point.state === "unknown") {
    return (
      <Button size="small" icon="refresh" onClick={again}>
        {words.tryAgain}
      </Button>
    );
  }
  if (point.state !== "missing") return null;
  const page = PAGE_OF[point.need];
  return (
    <Link className={styles.link} to={authRoute(at, page)}>
      {readinessWords.goTo(PAGE_WORDS[page])}
    </Link>
  );
}
