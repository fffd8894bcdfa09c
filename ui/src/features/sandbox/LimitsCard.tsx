import { useQuery } from "@tanstack/react-query";
import { settingsQuery } from "@/data/queries";
import { useWork } from "@/data/work";
import { WorkRefusal } from "@/features/accounts/Failure";
import { saving } from "@/features/settings/mutations";
import { NumberSetting } from "@/features/settings/NumberSetting";
import { Card } from "@/kit/layout/Card";
import styles from "./Sandbox.module.css";

const MOST_UNCLAIMED = 10_000;
const MOST_GIGABYTES = 100_000;

/** How much the sandbox may make. It reads both when it starts. */
export function LimitsCard() {
  const settings = useQuery(settingsQuery);
  const save = useWork(saving);
  if (!settings.data) return null;
  return (
    <Card title="Limits">
      <div className={styles.stack}>
        <WorkRefusal failure={save.failure} title="The setting was not kept" dismissible />
        <NumberSetting
          label="Temporary databases that nobody has claimed, at most"
          hint="Every program on this machine can make them without a key. Counts from the next start."
          most={MOST_UNCLAIMED}
          value={settings.data.sandboxMaxUnclaimed}
          onChange={(sandboxMaxUnclaimed) => void save.start(() => ({ sandboxMaxUnclaimed }))}
        />
        <NumberSetting
          label="Gigabytes of the disk, at most"
          hint="Without a number, half of what would be free without the sandbox. Counts from the next start."
          most={MOST_GIGABYTES}
          value={settings.data.sandboxMaxDiskGb}
          onChange={(sandboxMaxDiskGb) => void save.start(() => ({ sandboxMaxDiskGb }))}
          onClear={() => void save.start(() => ({ sandboxMaxDiskGb: null }))}
        />
      </div>
    </Card>
  );
}
