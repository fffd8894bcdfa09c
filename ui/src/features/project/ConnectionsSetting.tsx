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
      about="Where the databases can be reached from. Applies to every branch."
      changed={changed}
      save="Save connections"
    >
      <Checkbox
        checked={blockPublic}
        disabled={disabled}
        onChange={(value) => type({ blockPublic: value })}
        hint="Only private networks can connect. psql on this machine is refused."
      >
        Block public connections
      </Checkbox>
      <Checkbox
        checked={blockVpc}
        disabled={disabled}
        onChange={(value) => type({ blockVpc: value })}
        hint="Private network endpoints are refused."
      >
        Block VPC connections
      </Checkbox>
      {blockPublic && blockVpc && (
        <Notice tone="warning">With both on, nothing can connect to the project.</Notice>
      )}
    </SettingsPart>
  );
}
