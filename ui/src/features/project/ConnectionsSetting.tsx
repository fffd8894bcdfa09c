import type { ProjectSettings } from "@/ipc/generated";
import { Checkbox } from "@/kit/control/Checkbox";
import { Notice } from "@/kit/state/Notice";
import { SettingsPart } from "./SettingsPart";
import { type SettingProps, useSetting } from "./updating";

/** From where the project takes connections. */
export function ConnectionsSetting(at: SettingProps) {
  const { project } = at;
  const setting = useSetting<{ blockPublic: boolean; blockVpc: boolean }>(at, "connections");
  const { typed, type } = setting;
  const blockPublic = typed.blockPublic ?? project.blocksPublic;
  const blockVpc = typed.blockVpc ?? project.blocksVpc;
  const settings: ProjectSettings = {
    ...(blockPublic !== project.blocksPublic && { blockPublic }),
    ...(blockVpc !== project.blocksVpc && { blockVpc }),
  };
  const changed = Object.keys(settings).length > 0 ? { settings } : undefined;
  const disabled = at.locked !== undefined;
  return (
    <SettingsPart
      setting={setting}
      title="Connections"
      about="From where its databases may be reached. It counts for every branch."
      changed={changed}
      save="Save connections"
    >
      <Checkbox
        checked={blockPublic}
        disabled={disabled}
        onChange={(value) => type({ blockPublic: value })}
        hint="Then it is reached from private networks only; psql on this machine is refused."
      >
        Block connections over the public internet
      </Checkbox>
      <Checkbox
        checked={blockVpc}
        disabled={disabled}
        onChange={(value) => type({ blockVpc: value })}
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
