import { events, type FolderDrop } from "./generated";

/** What happens to folders that are dragged over the window. Returns how to stop listening. */
export function onFolderDrop(listener: (drop: FolderDrop) => void): () => void {
  const listening = events.folderDrop.listen((event) => listener(event.payload));
  return () => void listening.then((stop) => stop());
}
