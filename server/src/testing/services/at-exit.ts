import { constants } from 'node:os';

const actions = new Set<() => void>();

// One listener for all actions: Node warns about more than ten.
process.once('exit', () => {
  for (const action of actions) action();
});

/** Runs `action` when this process exits. Returns a function that removes it. */
export function atExit(action: () => void): () => void {
  actions.add(action);
  return () => actions.delete(action);
}

/** Makes signals exit the process normally, so that the exit actions run. A second signal does not interrupt them. */
export function exitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => process.exit(128 + constants.signals[signal]));
}
