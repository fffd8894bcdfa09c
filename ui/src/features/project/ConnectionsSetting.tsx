import type { ProjectSettings } from "@/ipc/generated";
import { Checkbox } from "@/kit/control/Checkbox";
import { Notice } from "@/kit/state/Notice";
import { SettingsPart } from "./SettingsPart";
import { type SettingProps, useSetting } from "./updating";
import { CONNECTIONS } from "./words";

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
      title={CONNECTIONS.title}
      about={CONNECTIONS.about}
      changed={changed}
      save={CONNECTIONS.save}
    >
      <Checkbox
        checked={blockPublic}
        disabled={disabled}
        onChange={(value) => type({ blockPublic: value })}
        hint={CONNECTIONS.blockPublicHint}
      >
        {CONNECTIONS.blockPublic}
      </Checkbox>
      <Checkbox
        checked={blockVpc}
        disabled={disabled}
        onChange={(value) => type({ blockVpc: value })}
        hint={CONNECTIONS.blockVpcHint}
      >
        {CONNECTIONS.blockVpc}
      </Checkbox>
      {blockPublic && blockVpc && <Notice tone="warning">{CONNECTIONS.nothing}</Notice>}
    </SettingsPart>
  );
}
