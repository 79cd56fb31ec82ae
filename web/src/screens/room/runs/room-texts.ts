import type { LiveRoom } from '../live/live-room.ts';

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
