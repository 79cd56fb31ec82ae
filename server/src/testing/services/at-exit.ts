import { constants } from 'node:os';

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

/**
 * Lets a signal end this process in order, so that what is to be done at its end is done. A second one, which would end
 * it in the middle of that, changes nothing.
 */
export function exitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => process.exit(128 + constants.signals[signal]));
}
