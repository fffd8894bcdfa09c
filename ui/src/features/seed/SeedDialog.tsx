import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { useWork } from "@/data/work";
import { WorkRefusal } from "@/features/accounts/Failure";
import type { TemporaryView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { seedingOf } from "./mutations";
import { SeedField } from "./SeedField";
import { SeedProgress } from "./SeedProgress";
import styles from "./SeedProgress.module.css";
import { seedPlanQuery, useSeedPreview } from "./useSeedPreview";

/** Runs an SQL file against one database and stays until it has ended; closing it leaves the file running. */
export function SeedDialog({ row }: { row: TemporaryView }) {
  const [path, setPath] = useState(row.seed?.path ?? "");
  const [tried, setTried] = useState(false);
  const [started, setStarted] = useState(false);
  const seeding = useWork(seedingOf(row.id));
  // What the plan refuses is read there once, not a second time below.
  const plan = useQuery({ ...seedPlanQuery(path.trim()), enabled: false });
  const preview = useSeedPreview(path);
  const form = useId();
  const running = row.seed?.status === "running";

  const run = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!path.trim() || running || !preview.confirm()) return;
    if (await seeding.start(path.trim())) setStarted(true);
  };
  return (
    <Dialog
      open
      onClose={unask}
      dismiss="deliberate"
      title={`Seed ${row.name}`}
      description="Runs one SQL file over a direct connection. COPY … FROM stdin with its data works; psql’s other commands do not."
      footer={
        <>
          <Button onClick={unask}>{running ? "Close, let it run" : "Close"}</Button>
          <Button
            tone="primary"
            submit
            form={form}
            busy={seeding.underWay}
            disabled={running}
            onPointerDown={preview.onPointerDown}
          >
            {preview.isShown || !path.trim() ? "Run file" : "Show what it does"}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void run(event)} noValidate>
        <SeedField
          label="SQL file"
          rowId={row.id}
          before="What the file would do is shown here before it runs."
          value={path}
          onChange={setPath}
          preview={preview}
          error={tried && !path.trim() ? "Choose an SQL file." : undefined}
        />
      </form>
      {seeding.failure && !plan.error && <WorkRefusal failure={seeding.failure} />}
      {(started || running) && <SeedProgress row={row} />}
    </Dialog>
  );
}
