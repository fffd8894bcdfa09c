import { useMutationSpec } from "@/data/mutation";
import { MutationRefusal } from "@/features/base/Failure";
import type { CopyTarget, TemporaryView } from "@/ipc/generated";
import { Button, type ButtonTone } from "@/kit/control/Button";
import { useRouter } from "@/kit/route/useRouter";
import { showingOf } from "./mutations";
import { PROGRESS } from "./words";

interface NextStepProps {
  row: TemporaryView;
  /** `primary` where nothing else is to be done. */
  tone?: ButtonTone;
  /** Called before the place is opened. */
  onGo?: (() => void) | undefined;
}

/** What comes after a save that has ended: opens the copy, or shows the file in its folder. */
export function NextStep({ row, ...rest }: NextStepProps) {
  if (row.saved?.status !== "done") return null;
  const { into } = row.saved;
  return into === null ? <ShowInFolder row={row} tone={rest.tone} /> : <OpenCopy into={into} {...rest} />;
}

interface LookProps {
  tone?: ButtonTone | undefined;
}

const sizeOf = (tone: ButtonTone | undefined) => (tone === "primary" ? "normal" : "small");

/** Leads to the database that was made. */
function OpenCopy({ into, tone, onGo }: LookProps & { into: CopyTarget; onGo?: (() => void) | undefined }) {
  const router = useRouter();
  const { accountId: account, projectId: id, branchId: branch, database: name } = into;
  const open = () => {
    onGo?.();
    router.go({ screen: "project", account, id, tab: "data", branch, name });
  };
  return (
    <Button {...(tone && { tone })} size={sizeOf(tone)} onClick={open}>
      {PROGRESS.open}
    </Button>
  );
}

function ShowInFolder({ row, tone }: LookProps & { row: TemporaryView }) {
  const showing = useMutationSpec(showingOf(row.id));
  return (
    <>
      <MutationRefusal failure={showing.failure} title={PROGRESS.notShown} dismissible />
      <Button
        {...(tone && { tone })}
        size={sizeOf(tone)}
        busy={showing.underWay}
        onClick={() => void showing.start()}
      >
        {PROGRESS.show}
      </Button>
    </>
  );
}
