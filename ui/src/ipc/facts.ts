import { events, type FactView } from "./generated";

type Listener = (fact: FactView) => void;

const listeners = new Set<Listener>();
let subscribed = false;

/**
 * Tells of everything that happens behind the window. The window subscribes to the backend once, whoever listens here.
 * Returns how to stop listening.
 */
export function onFact(listener: Listener): () => void {
  listeners.add(listener);
  if (!subscribed) {
    subscribed = true;
    void events.factEvent.listen((event) => {
      for (const each of [...listeners]) each(event.payload);
    });
  }
  return () => {
    listeners.delete(listener);
  };
}
