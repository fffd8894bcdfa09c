import { type Action, actionOn, type SubjectAction, type Subjects } from "@/kit/action/action";
import { writeClipboard } from "@/kit/data/clipboard";
import { toast } from "@/kit/overlay/toasts";

interface CopyAction<Kind extends keyof Subjects> extends Omit<SubjectAction<Kind>, "icon" | "run"> {
  text(subject: Subjects[Kind]): string;
  /** What is said afterwards: "Branch id copied". */
  copied: string;
}

/** An action that puts a text about its subject on the clipboard. */
export function copyAction<Kind extends keyof Subjects>({ text, copied, ...spec }: CopyAction<Kind>): Action {
  return actionOn<Kind>({
    ...spec,
    icon: "copy",
    run: async (subject) => {
      await writeClipboard(text(subject));
      toast({ title: copied });
    },
  });
}
