import type { IconName } from "@/kit/icon/paths";
import type { Route } from "@/kit/route/route";
import { LIST } from "@/kit/words";

/**
 * What an action can be about. A feature adds its own kinds:
 * `declare module "@/kit/action/action" { interface Subjects { temporary: TemporaryView } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it by module augmentation
export interface Subjects {}

/** What an action may use to do its work (router, commands, toasts); added to like `Subjects`, handed in once at the root. */
// biome-ignore lint/suspicious/noEmptyInterface: the composition root adds to it by module augmentation
export interface Tools {}

type SubjectByKind = { readonly [Kind in keyof Subjects]?: Subjects[Kind] | undefined };

/** What is selected or pointed at when an action is looked for. */
export type ActionContext = SubjectByKind & {
  /** The kind of which the subject is no longer available: its actions are blocked, so that their keys reach nothing else. */
  readonly goneKind?: keyof Subjects | undefined;
};

/** Something that can be done. Buttons, menus, the palette and shortcuts all run this one object. */
export interface Action {
  readonly id: string;
  readonly group: string;
  /** The kind of thing it is about; absent when it is about nothing in particular. */
  readonly about: string | undefined;
  readonly icon: IconName | undefined;
  /** "Mod+Shift+K", "Delete", or two keys one after the other: "G T". */
  readonly shortcut: string | undefined;
  /** Keys that run it as well and are shown nowhere. */
  readonly otherShortcuts: readonly string[];
  /** The screens on which its keys answer; on all of them when absent. */
  readonly keysOn: readonly Route["screen"][] | undefined;
  readonly danger: boolean;
  /** It opens what it is about: the first thing in its menu. */
  readonly opens: boolean;
  /** More words that the palette finds it by. */
  readonly keywords: string;
  title(context: ActionContext): string;
  /** The menu within its menu that holds it. */
  readonly within: Within | undefined;
  /** The verb alone, where the place says what it is about, such as the menu of a row: "Forget". */
  readonly shortTitle: string;
  /** Whether it is offered at all. */
  when(context: ActionContext): boolean;
  /** Why it is shown but cannot be done now, in words. */
  blocked(context: ActionContext): string | undefined;
  run(context: ActionContext, tools: Tools): unknown;
}

interface Within {
  /** The label of the inner menu. */
  menu: string;
  /** The action's words there: "node-postgres". */
  title: string;
}

interface ActionBasics {
  id: string;
  group: string;
  icon?: IconName;
  shortcut?: string;
  otherShortcuts?: readonly string[];
  keysOn?: readonly Route["screen"][];
  danger?: boolean;
  opens?: boolean;
  keywords?: string;
  within?: Within;
}

interface PlainAction extends ActionBasics {
  title: string;
  when?(context: ActionContext): boolean;
  blocked?(context: ActionContext): string | undefined;
  run(tools: Tools, context: ActionContext): unknown;
}

export interface SubjectAction<Kind extends keyof Subjects> extends ActionBasics {
  about: Kind;
  title: string;
  /** The title where the subject is known: "Forget checkout-spike". */
  titleFor?(subject: Subjects[Kind]): string;
  when?(subject: Subjects[Kind], context: ActionContext): boolean;
  blocked?(subject: Subjects[Kind], context: ActionContext): string | undefined;
  run(subject: Subjects[Kind], tools: Tools, context: ActionContext): unknown;
}

/** An action that is about nothing in particular: "Go to settings". */
export function action(spec: PlainAction): Action {
  return {
    ...basicsOf(spec),
    about: undefined,
    shortTitle: spec.title,
    title: () => spec.title,
    when: (context) => spec.when?.(context) ?? true,
    blocked: (context) => spec.blocked?.(context),
    run: (context, tools) => spec.run(tools, context),
  };
}

/** An action about one thing: offered only where such a thing is selected or pointed at. */
export function actionOn<Kind extends keyof Subjects>(spec: SubjectAction<Kind>): Action {
  const subjectOf = (subjects: SubjectByKind): Subjects[Kind] | undefined => subjects[spec.about];
  return {
    ...basicsOf(spec),
    about: spec.about,
    shortTitle: spec.title,
    title(context) {
      const subject = subjectOf(context);
      return (subject !== undefined && spec.titleFor?.(subject)) || spec.title;
    },
    when(context) {
      const subject = subjectOf(context);
      return subject !== undefined && (spec.when?.(subject, context) ?? true);
    },
    blocked(context) {
      const subject = subjectOf(context);
      if (subject === undefined) return undefined;
      return context.goneKind === spec.about ? LIST.blockedAsGone : spec.blocked?.(subject, context);
    },
    run(context, tools) {
      const subject = subjectOf(context);
      return subject === undefined ? undefined : spec.run(subject, tools, context);
    },
  };
}

function basicsOf(spec: ActionBasics) {
  const { id, group, icon, shortcut, otherShortcuts = [], keysOn } = spec;
  const { danger = false, opens = false, keywords = "", within } = spec;
  return { id, group, icon, shortcut, otherShortcuts, keysOn, danger, opens, keywords, within };
}

/** Whether its keys answer on this screen. */
export function answersOn({ keysOn }: Action, screen: Route["screen"]): boolean {
  return keysOn === undefined || keysOn.includes(screen);
}
