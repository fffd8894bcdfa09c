import { useState } from "react";
import { Button } from "@/kit/control/Button";
import { IconButton } from "@/kit/control/IconButton";
import { Tabs } from "@/kit/control/Tabs";
import { Facts } from "@/kit/data/Facts";
import { Meter } from "@/kit/data/Meter";
import { SecretText } from "@/kit/data/SecretText";
import { Card } from "@/kit/layout/Card";
import { Notice } from "@/kit/state/Notice";
import styles from "./Gallery.module.css";

const FACTS = [
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
  { term: "Replication", detail: "logical off" },
  { term: "Created", detail: "2 min ago" },
  { term: "Server", detail: "awake · sleeps after 5 min" },
];

export function SampleDetail({ name }: { name: string }) {
  const [tab, setTab] = useState("Pooled");
  return (
    <>
      <div className={styles.line}>
        <h2 className={styles.grow}>{name}</h2>
        <Button size="small">Open psql</Button>
        <IconButton icon="ellipsis" label={`Actions for ${name}`} outlined size="small" />
      </div>
      <Card label="Connection">
        <Tabs
          label="Connection"
          value={tab}
          onChange={setTab}
          tabs={["Pooled", "Direct", "psql", "Parameters", "Node", ".env"].map((label) => ({
            value: label,
            label,
            panel: (
              <SecretText
                label="connection string"
                masked="postgresql://svcdb_owner:••••••••@localhost:54301/svcdb?sslmode=require&channel_binding=require"
                reveal={async () => "postgresql://svcdb_owner:example@localhost:54301/svcdb"}
                copy={() => {}}
                note="clipboard clears after 45 s"
              />
            ),
          }))}
        />
      </Card>
      <Notice tone="warning">Gone with its data on Tue 24 Nov, 03:14, unless you claim it.</Notice>
      <div className={styles.line}>
        <Button tone="accent">Claim in the browser</Button>
        <Button>Write to .env…</Button>
        <Button>Seed…</Button>
      </div>
      <Facts facts={FACTS} />
    </>
  );
}
