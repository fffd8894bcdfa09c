import { events, type FileDrop } from "./generated";

/** What happens to folders and files that are dragged over the window. Returns how to stop listening. */
export function onFileDrop(listener: (drop: FileDrop) => void): () => void {
  const listening = events.fileDrop.listen((event) => listener(event.payload));
  return () => void listening.then((stop) => stop());
}
