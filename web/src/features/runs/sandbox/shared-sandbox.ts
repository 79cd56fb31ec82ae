import type { Sandbox } from './sandbox-types.ts';
import { lateSandbox } from './late-sandbox.ts';

/** Uses the sandbox until the signal aborts. */
type Use<T> = (sandbox: Sandbox, signal: AbortSignal) => Promise<T>;

export interface SharedSandbox {
  /** Opens the sandbox for a run, once the tests that use it have stopped. */
  openForRun: () => Promise<Sandbox>;
  /** Lends the sandbox for tests; a run takes it back. */
  lend: <T>(use: Use<T>) => Promise<T>;
  close: () => void;
}

/** Returns a sandbox that runs share with tests. It executes one program at a time, and a run goes first. */
export function sharedSandbox(): SharedSandbox {
  const { open, close } = lateSandbox();
  let loan: { taken: AbortController; ended: Promise<unknown> } | null = null;
  const takeBack = async () => {
    loan?.taken.abort();
    await loan?.ended;
  };
  return {
    openForRun: async () => {
      await takeBack();
      return open();
    },
    lend: async (use) => {
      await takeBack();
      const taken = new AbortController();
      const using = open().then((sandbox) => use(sandbox, taken.signal));
      const ended = using.then(
        () => undefined,
        () => undefined,
      );
      loan = { taken, ended };
      return using;
    },
    close: () => {
      loan?.taken.abort();
      close();
    },
  };
}
