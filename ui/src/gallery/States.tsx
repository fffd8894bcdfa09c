import { Button } from "@/kit/control/Button";
import { EmptyState } from "@/kit/state/EmptyState";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import { StaleNotice } from "@/kit/state/StaleNotice";
import { MINUTE } from "@/kit/time/useNow";
import { Sample } from "./Sample";

const EARLIER = Date.now() - 12 * MINUTE;

export function States() {
  return (
    <>
      <Sample name="Notice" stack>
        <Notice tone="warning">Expires Tue 24 Nov, 03:14, with its data. Claim it to keep it.</Notice>
        <Notice tone="info" actions={<Button size="small">Move the clock</Button>}>
          The sandbox runs on a clock that is moved by hand.
        </Notice>
        <Notice tone="ok">schema.sql completed.</Notice>
        <Notice tone="danger" title="schema.sql failed" actions={<Button size="small">Show the line</Button>}>
          Line 12: relation “orders” already exists. Nothing of it stayed in the database.
        </Notice>
        <Notice tone="plain">Nothing is enforced here: limits are measured and shown.</Notice>
      </Sample>
      <Sample name="StaleNotice" stack>
        <StaleNotice asOf={EARLIER} reason="neon.new cannot be reached" retry={() => {}} />
      </Sample>
      <Sample name="Skeleton" stack>
        <Skeleton label="databases" shape="tall-rows" count={3} />
        <Skeleton label="text" shape="text" count={2} />
      </Sample>
      <Sample name="EmptyState" stack>
        <EmptyState
          icon="timer"
          title="No temporary databases yet"
          actions={
            <>
              <Button tone="primary">New temporary database</Button>
              <Button>Import a claim link…</Button>
            </>
          }
        >
          A real PostgreSQL 17 in seconds. It goes after 72 hours unless you claim it.
        </EmptyState>
      </Sample>
    </>
  );
}
