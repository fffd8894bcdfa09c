import { Button, type ButtonTone } from "@/kit/control/Button";
import { IconButton } from "@/kit/control/IconButton";
import { KeyHint } from "@/kit/data/KeyHint";
import { Icon } from "@/kit/icon/Icon";
import { type IconName, PATHS } from "@/kit/icon/paths";
import { Tooltip } from "@/kit/overlay/Tooltip";
import { Sample } from "./Sample";

const TONES: readonly ButtonTone[] = ["primary", "default", "accent", "quiet", "danger"];

const isIcon = (name: string): name is IconName => name in PATHS;

export function Buttons() {
  return (
    <>
      {TONES.map((tone) => (
        <Sample key={tone} name={`Button ${tone}`}>
          <Button tone={tone}>New temporary database</Button>
          <Button tone={tone} icon="plus">
            With icon
          </Button>
          <Button tone={tone} size="small">
            Small
          </Button>
          <Button tone={tone} busy>
            Creating
          </Button>
          <Button tone={tone} disabled>
            Disabled
          </Button>
        </Sample>
      ))}
      <Sample name="IconButton">
        <IconButton icon="refresh" label="Refresh" />
        <IconButton icon="ellipsis" label="More" outlined size="small" />
        <IconButton icon="copy" label="Copy" outlined />
        <IconButton icon="trash" label="Delete" disabled />
        <IconButton icon="refresh" label="Refreshing" busy />
      </Sample>
      <Sample name="KeyHint, Tooltip">
        <KeyHint shortcut="Mod+K" />
        <KeyHint shortcut="G T" />
        <Tooltip text="Says more" shortcut="Mod+Shift+C">
          <Button>Hover me</Button>
        </Tooltip>
      </Sample>
      <Sample name="Icons">
        {Object.keys(PATHS)
          .filter(isIcon)
          .map((name) => (
            <Tooltip key={name} text={name}>
              <span>
                <Icon name={name} />
              </span>
            </Tooltip>
          ))}
      </Sample>
    </>
  );
}
