import { ByteSize } from "@/kit/data/ByteSize";
import { CodeBlock } from "@/kit/data/CodeBlock";
import { CopyField } from "@/kit/data/CopyField";
import { Diff } from "@/kit/data/Diff";
import { Facts } from "@/kit/data/Facts";
import { Meter } from "@/kit/data/Meter";
import { Pill } from "@/kit/data/Pill";
import { SecretText } from "@/kit/data/SecretText";
import { Card } from "@/kit/layout/Card";
import { Countdown } from "@/kit/time/Countdown";
import { RelativeTime } from "@/kit/time/RelativeTime";
import { HOUR, MINUTE, SECOND } from "@/kit/time/useNow";
import { Sample } from "./Sample";

const NOW = Date.now();
const soon = (span: number) => NOW + span;

export function DataParts() {
  return (
    <>
      <Small />
      <Texts />
      <Lines />
    </>
  );
}

function Small() {
  return (
    <>
      <Sample name="Pill">
        <Pill tone="ok">Unclaimed</Pill>
        <Pill tone="progress">Claiming</Pill>
        <Pill tone="warning">Expires soon</Pill>
        <Pill tone="danger">Failed</Pill>
        <Pill tone="off">Claimed</Pill>
      </Sample>
      <Sample name="Meter">
        {(["accent", "neutral", "ok", "progress", "warning", "danger"] as const).map((tone, index) => (
          <div key={tone} style={{ width: 96 }}>
            <Meter label={tone} tone={tone} value={index + 1} max={7} text={`${index + 1} of 7`} />
          </div>
        ))}
      </Sample>
      <Sample name="Times, sizes">
        <Countdown until={soon(71 * HOUR + 58 * MINUTE)} clockOffset={0} />
        <Countdown until={soon(3 * MINUTE + 20 * SECOND)} clockOffset={0} />
        <Countdown until={soon(-SECOND)} clockOffset={0} />
        <RelativeTime instant={soon(-2 * MINUTE)} clockOffset={0} />
        <RelativeTime instant={soon(-50 * HOUR)} clockOffset={0} />
        <ByteSize bytes={7_600_000} />
        <ByteSize bytes={212_000} />
      </Sample>
    </>
  );
}

function Texts() {
  return (
    <Sample name="SecretText" stack>
      <Card label="Connection">
        <SecretText
          label="connection string"
          masked="postgresql://svcdb_owner:••••••••@localhost:54301/svcdb?sslmode=require&channel_binding=require"
          reveal={async () =>
            "postgresql://svcdb_owner:example@localhost:54301/svcdb?sslmode=require&channel_binding=require"
          }
          copy={async () => {}}
          note="Clears after 45 s"
        />
      </Card>
      <CopyField label="host" value="localhost" copy={() => {}} />
      <Card label="psql">
        <CodeBlock
          label="psql command"
          code={
            'psql "host=localhost port=54301 user=svcdb_owner dbname=svcdb sslmode=require channel_binding=require"'
          }
          copy={() => {}}
          wrap
        />
      </Card>
    </Sample>
  );
}

function Lines() {
  return (
    <>
      <Sample name="Facts" stack>
        <Facts
          facts={[
            {
              term: "Storage",
              detail: (
                <>
                  7.6 MB of 100 MB
                  <Meter label="Storage" value={7.6} max={100} text="7.6 MB of 100 MB" />
                </>
              ),
            },
            { term: "Transfer", detail: "212 kB of 1 GB" },
            { term: "Server", detail: "awake · sleeps after 5 min" },
          ]}
        />
      </Sample>
      <Sample name="Diff" stack>
        <Diff
          label=".env"
          lines={[
            { kind: "same", text: "PORT=3000", before: 1, after: 1 },
            { kind: "removed", text: "DATABASE_URL=postgresql://localhost/old", before: 2 },
            { kind: "added", text: "# Expires Tue 24 Nov 2026, 03:14", after: 2 },
            {
              kind: "added",
              text: "DATABASE_URL=postgresql://svcdb_owner:••••••••@localhost:54301/svcdb",
              after: 3,
            },
            { kind: "same", text: "", before: 3, after: 4 },
            { kind: "same", text: "LOG_LEVEL=debug", before: 4, after: 5 },
          ]}
        />
      </Sample>
    </>
  );
}
