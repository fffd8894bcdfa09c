import { useState } from "react";
import type { ProjectSettings } from "@/ipc/generated";
import { Checkbox } from "@/kit/control/Checkbox";
import { Notice } from "@/kit/state/Notice";
import { SettingsPart } from "./SettingsPart";
import { type SettingProps, useUpdate } from "./updating";

/** From where the project takes connections. */
export function ConnectionsSetting({ accountId, project, locked }: SettingProps) {
  const update = useUpdate(accountId, project.id, "connections");
  const [ticked, setTicked] = useState<{ blockPublic?: boolean; blockVpc?: boolean }>({});
  const blockPublic = ticked.blockPublic ?? project.blocksPublic;
  const blockVpc = ticked.blockVpc ?? project.blocksVpc;
  const settings: ProjectSettings = {
    ...(blockPublic !== project.blocksPublic && { blockPublic }),
    ...(blockVpc !== project.blocksVpc && { blockVpc }),
  };
  const changed = Object.keys(settings).length > 0 ? { settings } : undefined;
  const save = async () => {
    if (changed && (await update.save(changed))) setTicked({});
  };
  const tick = (more: typeof ticked) => {
    setTicked((before) => ({ ...before, ...more }));
    update.typed();
  };
  const disabled = locked !== undefined;
  return (
    <SettingsPart
      accountId={accountId}
      projectId={project.id}
      title="Connections"
      about="From where its databases may be reached. It counts for every branch."
      update={update}
      changed={changed}
      save="Save connections"
      locked={locked}
      onSave={() => void save()}
    >
      <Checkbox
        checked={blockPublic}
        disabled={disabled}
        onChange={(value) => tick({ blockPublic: value })}
        hint="Then it is reached from private networks only; psql on this machine is refused."
      >
        Block connections over the public internet
      </Checkbox>
      <Checkbox
        checked={blockVpc}
        disabled={disabled}
        onChange={(value) => tick({ blockVpc: value })}
        hint="Private endpoints of a cloud network are refused."
      >
        Block connections from private networks (VPC)
      </Checkbox>
      {blockPublic && blockVpc && (
        <Notice tone="warning">With both, nothing can connect to the project at all.</Notice>
      )}
    </SettingsPart>
  );
}
