/** This machine's clock: the one place that reads it, and that reads and writes instants as the core has them. */

/** Milliseconds since 1970 by this machine. */
export const currentTime = (): number => Date.now();

/** An instant as the core writes it, in milliseconds since 1970. */
export const instantOf = (text: string | number): number => new Date(text).getTime();

/** An instant as the core reads it. */
export const isoOf = (instant: number): string => new Date(instant).toISOString();

/** The parts of an instant on this machine's calendar. */
export const calendarOf = (instant: number): Date => new Date(instant);
