import { type EventView, events } from "./generated";

type Listener = (event: EventView) => void;

const listeners = new Set<Listener>();
let subscribed = false;

/**
 * The events of everything that happens behind the window. The window subscribes to the backend once, whoever listens here.
 * Returns how to stop listening.
 */
export function onEvent(listener: Listener): () => void {
  listeners.add(listener);
  if (!subscribed) {
    subscribed = true;
    void events.coreEvent.listen((event) => {
      for (const each of [...listeners]) each(event.payload);
    });
  }
  return () => {
    listeners.delete(listener);
  };
}
