import type { RunFile } from '@cip/contracts/runs/runs';
import type { EditorRoom } from '../live/editor-room.ts';

/** Returns all files of a room with their names and present texts. */
export function filesOf({ connection, code }: EditorRoom): RunFile[] {
  return connection.store.get().files.files.map(({ root, name }) => ({ name, content: code.textOf(root) }));
}

/** Returns all files of a room; undefined if there is one. */
export function severalFilesOf(room: EditorRoom): RunFile[] | undefined {
  return room.connection.store.get().files.files.length > 1 ? filesOf(room) : undefined;
}

/** Calls the listener after each change of a text or of the files; returns the function that ends this. */
export function onTextChange({ code, connection }: EditorRoom, listener: () => void): () => void {
  let observed = code.replica.get().gate.editing;
  observed.on('update', listener);
  let { files } = connection.store.get();
  const replicas = code.replica.subscribe(() => {
    observed.off('update', listener);
    observed = code.replica.get().gate.editing;
    observed.on('update', listener);
  });
  const lists = connection.store.subscribe(() => {
    const before = files;
    ({ files } = connection.store.get());
    if (files !== before) listener();
  });
  return () => {
    replicas.unsubscribe();
    lists.unsubscribe();
    observed.off('update', listener);
  };
}
