import type { ServiceProcess } from './child.ts';

/** A running Redis or Postgres that a test may mistreat. */
export interface TestService {
  url: string;
  /** Ends it in order and removes its data. */
  stop(): Promise<void>;
  /** Ends it and all its processes at once, as a crash does; its data stays. */
  kill(): Promise<void>;
  /** Freezes it: connections stay open and nothing answers. */
  pause(): void;
  /** Lets a paused one go on. */
  resume(): void;
  /** Starts it again at the same address, on the same data; stops it in order before when it still runs. */
  restart(): Promise<void>;
}

interface Kind {
  start: () => Promise<ServiceProcess>;
  stopSignal: NodeJS.Signals;
  remove: () => void;
}

/** The handles of a service, given its running process and how its kind is started and stopped. */
export function serviceControls(url: string, first: ServiceProcess, kind: Kind): TestService {
  let running = first;
  // Two that bring it back at once would start it twice on the same data.
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
      const startAnew = async () => {
        await stopProcess();
        running = await kind.start();
      };
      restarting = restarting.then(startAnew, startAnew);
      return restarting;
    },
  };
}
