import { useWork } from "@/data/work";
import { ask } from "@/kit/overlay/asked";
import { advancing, weighing } from "./mutations";

/** Moves the clock: at once where nothing is lost by it, else after a question that names what goes. */
export function useClock() {
  const weigh = useWork(weighing);
  const advance = useWork(advancing);
  /** Resolves to whether the clock was moved. */
  const move = async (seconds: number): Promise<boolean> => {
    const lost = await weigh.start(seconds);
    if (!lost) return false;
    if (lost.length > 0) {
      ask({ dialog: "moveClock", seconds, lost });
      return false;
    }
    return (await advance.start(seconds)) !== undefined;
  };
  return {
    move,
    underWay: weigh.underWay || advance.underWay,
    failure: weigh.failure ?? advance.failure,
  };
}
