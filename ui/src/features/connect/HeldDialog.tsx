import { useWork } from "@/data/work";
import { Button } from "@/kit/control/Button";
import { CopyField } from "@/kit/data/CopyField";
import { writeClipboard } from "@/kit/data/clipboard";
import { Facts } from "@/kit/data/Facts";
import { ask, useAsked } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { useRouter } from "@/kit/route/useRouter";
import { Notice } from "@/kit/state/Notice";
import { HeldCard } from "./HeldCard";
import { type HeldGroup, puttingAway, useHeld } from "./held";

/** Over the window while secrets that were shown once are held. Another dialog goes before it; then it is back. */
export function HeldDialog() {
  const [group] = useHeld();
  const asked = useAsked();
  return group && !asked ? <Shown group={group} /> : null;
}

/** Only its buttons close it: a stray click or Esc must not lose what is shown once. */
function Shown({ group }: { group: HeldGroup }) {
  const away = useWork(puttingAway);
  const router = useRouter();
  const { lead } = group;
  const follow = async () => {
    if ((await away.start(group)) !== undefined && lead) router.go(lead.place);
  };
  return (
    <Dialog
      open
      onClose={() => {}}
      dismiss="never"
      size="wide"
      title={group.title}
      footer={
        <>
          <Button busy={away.underWay} onClick={() => void away.start(group)}>
            Put away
          </Button>
          {group.offers?.map(({ label, asks }) => (
            <Button key={label} disabled={away.underWay} onClick={() => ask(asks)}>
              {label}
            </Button>
          ))}
          {lead && (
            <Button tone="primary" busy={away.underWay} onClick={() => void follow()}>
              {lead.label}
            </Button>
          )}
        </>
      }
    >
      <Notice tone="warning" title="Shown once" testId="held-notice">
        {group.note}
      </Notice>
      {group.more?.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {group.open && (
        <Facts
          facts={group.open.map(({ label, value }) => ({
            term: label,
            detail: <CopyField label={label} value={value} copy={writeClipboard} />,
          }))}
        />
      )}
      {group.items.map((held) => (
        <HeldCard key={held.id} held={held} />
      ))}
    </Dialog>
  );
}
