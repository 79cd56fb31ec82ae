import type { ServiceProcess } from './child.ts';

/** A running Redis or Postgres that a test can stop, kill or freeze. */
export interface TestService {
  url: string;
  /** Shuts it down and removes its data. */
  stop(): Promise<void>;
  /** Kills it and its child processes, like a crash; its data stays. */
  kill(): Promise<void>;
  /** Freezes it: connections stay open without replies. */
  pause(): void;
  /** Resumes it after a pause. */
  resume(): void;
  /** Restarts it at the same address with the same data, after shutting it down if it runs. */
  restart(): Promise<void>;
}

interface Kind {
  start: () => Promise<ServiceProcess>;
  stopSignal: NodeJS.Signals;
  remove: () => void;
}

/** Creates the controls of a running service. */
export function serviceControls(url: string, first: ServiceProcess, kind: Kind): TestService {
  let running = first;
  // Serialized, because concurrent restarts would start two processes on the same data.
  let restarting = Promise.resolve();
  const stopProcess = async () => {
    running.signalAll('SIGCONT');
    running.signal(kind.stopSignal);
    await running.ended;
  };
  return {
    url,
    async stop() {
      await stopProcess();
      kind.remove();
    },
    kill: () => running.killAll(),
    pause: () => running.signalAll('SIGSTOP'),
    resume: () => running.signalAll('SIGCONT'),
    restart() {
      const startAgain = async () => {
        await stopProcess();
        running = await kind.start();
      };
      restarting = restarting.then(startAgain, startAgain);
      return restarting;
    },
  };
}
