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
  const end = async (signal: () => void) => {
    signal();
    await running.ended;
  };
  const stopProcess = () =>
    end(() => {
      running.signalAll('SIGCONT');
      running.signal(kind.stopSignal);
    });
  return {
    url,
    async stop() {
      await stopProcess();
      kind.remove();
    },
    kill: () => end(() => running.signalAll('SIGKILL')),
    pause: () => running.signalAll('SIGSTOP'),
    resume: () => running.signalAll('SIGCONT'),
    async restart() {
      await stopProcess();
      running = await kind.start();
    },
  };
}
