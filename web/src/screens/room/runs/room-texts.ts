import type { RunFile } from '@cip/contracts/runs/runs';
import type { LiveRoom } from '../live/live-room.ts';

/** Returns all files of a room with their names and present texts. */
export function filesOf({ connection, code }: LiveRoom): RunFile[] {
  return connection.store.get().files.files.map(({ root, name }) => ({ name, content: code.textOf(root) }));
}

/** Calls the listener after each change of a text or of the files; returns the function that ends this. */
export function onTextChange({ code, connection }: LiveRoom, listener: () => void): () => void {
  let observed = code.gate.editing;
  observed.on('update', listener);
  let { files } = connection.store.get();
  const replicas = code.replica.subscribe(() => {
    observed.off('update', listener);
    observed = code.gate.editing;
    observed.on('update', listener);
  });
  const lists = connection.store.subscribe((state) => {
    if (state.files !== files) listener();
    ({ files } = state);
  });
  return () => {
    replicas.unsubscribe();
    lists.unsubscribe();
    observed.off('update', listener);
  };
}
