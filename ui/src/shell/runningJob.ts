import { ACTIVITY } from "./words";
/** Something that runs now. */
export interface RunningJob {
  id: string;
  /** What is done: actions.startCompute.order, "Creating". */
  verb: string;
  /** To what: "shop-prod / main". */
  subject: string;
  /** Milliseconds since 1970, by this machine's clock. */
  startedAt: number;
  /** How far it is, from 0 to 1, where that is known. */
  progress?: number;
  /** It failed and goes on all the same: it is tried again. */
  failed?: boolean;
  cancel?(): void;
  /** Leads to where it is shown whole. */
  open?(): void;
}

/** What is done, with the word that marks a failure: the colour alone would not. */
export function stripWord({ verb, failed }: RunningJob): string {
  return failed ? ACTIVITY.failed(verb) : verb;
}
