const actions = new Set<() => void>();

// One listener for all: Node warns of more than ten.
process.once('exit', () => {
  for (const action of actions) action();
});

/** Does something when this process ends, however it comes to its end; returns what takes it back. */
export function atExit(action: () => void): () => void {
  actions.add(action);
  return () => actions.delete(action);
}
