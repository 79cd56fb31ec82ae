import { OUTPUT_HEAD_MAX, OUTPUT_TAIL_MAX } from '@cip/contracts/runs';
import type { RunEnd } from '@cip/contracts/runs';
import type { FromWorker, Job, ToWorker, WorkerStart } from '../messages.ts';
import { BoundedOutput } from './bounded-output.ts';
import { Input } from './input.ts';

/** What a language's driver uses. */
export interface Host {
  output: BoundedOutput;
  input: Input;
  /** Reports that the program is compiled: its time begins. */
  compiled(): void;
  /** Ends the run. Does nothing when it has ended. */
  end(how: { exitCode?: number; error?: RunEnd['error']; isCrash?: boolean; needsInput?: boolean }): void;
}

/** Starts programs of one language, once it is prepared. */
export type StartProgram = (job: Job, host: Host) => void | Promise<void>;

/** Prepares a language's runtime from its files. `keepSnapshot` gives later workers the memory to start from. */
export type Prepare = (files: WorkerStart, keepSnapshot: (blob: Blob) => void) => StartProgram | Promise<StartProgram>;

// Captured before any program can replace them.
const { postMessage } = MessagePort.prototype;
const { apply } = Reflect;

/** Runs the worker of one language: prepares it, and then starts the one program that arrives. */
export function servePrograms(prepare: Prepare): void {
  const begin = (event: MessageEvent<WorkerStart>) => {
    const [port] = event.ports;
    if (port === undefined) return;
    self.removeEventListener('message', begin);
    const send = (message: FromWorker) => apply(postMessage, port, [message]) as undefined;
    const ready = (async () => prepare(event.data, (blob) => send({ type: 'snapshot', blob })))();
    ready.then(
      (start) => {
        port.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => run(start, data.job, send), {
          once: true,
        });
        port.start();
        closeOtherWays();
        send({ type: 'ready' });
      },
      (error: unknown) => send({ type: 'unready', problem: error instanceof Error ? error.message : String(error) }),
    );
  };
  self.addEventListener('message', begin);
}

/** Removes the worker's other way to the frame: a program could flood it, and delay its own end. */
function closeOtherWays(): void {
  const value = () => undefined;
  Object.defineProperty(self, 'postMessage', { value, writable: true, enumerable: true, configurable: false });
}

function run(start: StartProgram, job: Job, send: (message: FromWorker) => void): void {
  const output = new BoundedOutput(send, { head: OUTPUT_HEAD_MAX, tail: OUTPUT_TAIL_MAX });
  const input = new Input(job.stdin);
  let isEnded = false;
  const end: Host['end'] = ({ exitCode = 0, error = null, isCrash = false, needsInput }) => {
    if (isEnded) return;
    isEnded = true;
    output.finish();
    // Most programs read to the end of their input; only those that fail on it need more.
    const needsMore = needsInput ?? (input.isExceeded && (input.isEmpty || error !== null));
    send({ type: 'end', end: { exitCode, error, needsInput: needsMore, isCrash } });
  };
  const starting = (async () => start(job, { output, input, end, compiled: () => send({ type: 'compiled' }) }))();
  starting.catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    output.write('err', `${message}\n`);
    end({ exitCode: 1, error: { name: 'Error', message, line: null, column: null } });
  });
}
