import { type Action, actionOn, type SubjectAction, type Subjects } from "@/kit/action/action";
import { writeClipboard } from "@/kit/data/clipboard";
import { toast } from "@/kit/overlay/toasts";

/** What actions that stand together have in common, where one does not say otherwise. */
type Common<Kind extends keyof Subjects> = Pick<SubjectAction<Kind>, "about" | "group" | "when" | "blocked">;

type Doing<Kind extends keyof Subjects> = Omit<SubjectAction<Kind>, "about" | "group">;

interface Copying<Kind extends keyof Subjects> extends Omit<Doing<Kind>, "icon" | "run"> {
  /** What goes to the clipboard. */
  text(subject: Subjects[Kind]): string;
  /** What is said afterwards: "Branch id copied". */
  copied: string;
}

/** The actions of one group of a menu: each does something with the subject, or copies a text about it. */
export function actionsOn<Kind extends keyof Subjects>(
  common: Common<Kind>,
  actions: ReadonlyArray<Doing<NoInfer<Kind>> | Copying<NoInfer<Kind>>>,
): readonly Action[] {
  return actions.map((each) => actionOn<Kind>({ ...common, ...("text" in each ? doing(each) : each) }));
}

/** The same for one that stands alone and copies. */
export function copyAction<Kind extends keyof Subjects>(spec: Copying<Kind> & Common<Kind>): Action {
  return actionOn<Kind>({ ...spec, ...doing(spec) });
}

function doing<Kind extends keyof Subjects>({ text, copied, ...spec }: Copying<Kind>): Doing<Kind> {
  return {
    ...spec,
    icon: "copy",
    run: async (subject) => {
      await writeClipboard(text(subject));
      toast({ title: copied });
    },
  };
}
