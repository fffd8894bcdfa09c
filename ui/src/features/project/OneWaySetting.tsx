import { type ReactNode, useState } from "react";
import { useAccount } from "@/data/account";
import { WorkRefusal } from "@/features/accounts/Failure";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import type { ProjectSettings } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Pill } from "@/kit/data/Pill";
import { PagePart } from "@/kit/layout/PagePart";
import { ConfirmDialog } from "@/kit/overlay/ConfirmDialog";
import styles from "./Settings.module.css";
import { type Part, type SettingProps, updateOf, useUpdate } from "./updating";

interface OneWaySettingProps extends SettingProps {
  part: Part;
  title: string;
  about: string;
  isOn: boolean;
  /** What is sent to turn it on. */
  settings: ProjectSettings;
  /** What turning it on does, before it is done. */
  consequences: ReactNode;
}

/** Something that is turned on and never off again: it asks before. */
export function OneWaySetting(props: OneWaySettingProps) {
  const { accountId, project, locked, part, title, about, isOn, settings, consequences } = props;
  const account = useAccount(accountId);
  const update = useUpdate(accountId, project.id, part);
  const [asking, setAsking] = useState(false);
  const turnOn = async () => {
    if (await update.save({ settings })) setAsking(false);
  };
  return (
    <PagePart title={title} about={about}>
      <div className={styles.form}>
        <div className="row-wrapping">
          <Pill tone={isOn ? "ok" : "off"}>{isOn ? "On" : "Off"}</Pill>
          {isOn ? (
            <span className="muted-small">It cannot be turned off again.</span>
          ) : (
            <Button disabled={locked !== undefined} onClick={() => setAsking(true)}>
              Turn on…
            </Button>
          )}
        </div>
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void turnOn()}
        title={`Turn on ${title} for ${project.name}?`}
        confirm={`Turn on ${title}`}
        typeName={account?.isProduction ? project.name : undefined}
        busy={update.underWay}
        aside={
          <CopyAsButton
            accountId={accountId}
            title={`Turn on ${title}`}
            call={{ kind: "updateProject", projectId: project.id, update: updateOf({ settings }) }}
          />
        }
        error={<WorkRefusal failure={update.failure} title="It was not turned on" />}
      >
        {consequences}
        <p className={styles.strong}>This cannot be undone.</p>
      </ConfirmDialog>
    </PagePart>
  );
}
