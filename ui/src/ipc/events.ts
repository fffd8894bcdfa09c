import { type EventView, events } from "./generated";

type Listener = (event: EventView) => void;

const listeners = new Set<Listener>();
let subscription: Promise<unknown> | undefined;

/**
 * The events of everything that happens behind the window. The window subscribes to the backend once, whoever listens here.
 * Returns how to stop listening.
 */
export function onEvent(listener: Listener): () => void {
  listeners.add(listener);
  subscription ??= events.coreEvent.listen((event) => {
    for (const each of [...listeners]) each(event.payload);
  });
  return () => {
    listeners.delete(listener);
  };
}

/** Once somebody listens: when no event is missed any more. */
export const listening = (): Promise<unknown> => subscription ?? Promise.resolve();
