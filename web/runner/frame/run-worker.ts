import type { FromWorker, RuntimeFile, ToWorker, WorkerStart } from '../messages.ts';
import { readWorkerMessage } from './worker-message.ts';

/** A runtime that is compiled and can be started in any number of workers. */
export interface LoadedRuntime {
  script: Blob;
  start: WorkerStart;
}

/** A worker for one program. */
export interface RunWorker {
  readonly runtime: LoadedRuntime;
  /** Resolves when the worker can run a program; rejects if its runtime does not start. */
  readonly ready: Promise<void>;
  /** Sends a program to the worker and its messages to `listen`. */
  run(message: ToWorker, listen: (message: FromWorker) => void): void;
  send(message: ToWorker): void;
  terminate(): void;
}

/** Name of the file that holds the memory of a started runtime. */
const SNAPSHOT = 'snapshot';

/** Compiles a runtime's WebAssembly once for all workers. Rejects if a file does not compile. */
export async function loadRuntime(script: string, files: RuntimeFile[]): Promise<LoadedRuntime> {
  const start: WorkerStart = { modules: {}, blobs: {} };
  const load = async ({ name, data }: RuntimeFile) => {
    if (name.endsWith('.wasm')) start.modules[name] = await WebAssembly.compile(data);
    else if (name.endsWith('.gz')) start.blobs[name.slice(0, -3)] = await unzipped(data);
    else start.blobs[name] = new Blob([data], { type: name.endsWith('js') ? 'text/javascript' : '' });
  };
  await Promise.all(files.map(load));
  return { script: new Blob([script], { type: 'text/javascript' }), start };
}

/** Returns the message for an error that reaches only the worker's frame, as the worker would have sent it. */
function failureOf({ message, filename, lineno, colno }: ErrorEvent, scriptUrl: string): FromWorker[] {
  const words = message.replace(/^Uncaught /, '');
  const [, name = 'Error', text = words] = /^(\w*Error): (.*)$/s.exec(words) ?? [];
  // A line of the runtime is not a line of the program.
  const isOwn = filename !== scriptUrl && lineno > 0;
  const error = { name, message: text, line: isOwn ? lineno : null, column: isOwn ? colno : null };
  const sent = [
    { type: 'output', stream: 'err', text: `Uncaught ${words}\n` },
    { type: 'end', end: { exitCode: 1, error, needsInput: false } },
  ];
  return sent.map(readWorkerMessage).filter((each) => each !== null);
}

function unzipped(data: ArrayBuffer): Promise<Blob> {
  return new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream('gzip'))).blob();
}

/** Starts a worker with a runtime. */
export function spawnWorker(runtime: LoadedRuntime): RunWorker {
  const { port1, port2 } = new MessageChannel();
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  // A worker may give a snapshot only if it has not run a program, because the program could change the start of the
  // next.
  let mayGiveSnapshot = !(SNAPSHOT in runtime.start.blobs);
  let listen: ((message: FromWorker) => void) | undefined;
  // An address of its own, because a program may revoke that of its worker.
  const scriptUrl = URL.createObjectURL(runtime.script);
  const worker = new Worker(scriptUrl);
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    reject(new Error(event.message));
    // Firefox does not tell the worker itself of an endless recursion or of exhausted memory.
    if (listen !== undefined) for (const message of failureOf(event, scriptUrl)) listen(message);
  });
  port1.addEventListener('message', ({ data: received }: MessageEvent<unknown>) => {
    const data = readWorkerMessage(received);
    if (data === null) return;
    if (listen !== undefined) listen(data);
    else if (data.type === 'ready') resolve();
    else if (data.type === 'unready') reject(new Error(data.problem));
    else if (data.type === 'snapshot' && mayGiveSnapshot) runtime.start.blobs[SNAPSHOT] = data.blob;
  });
  port1.start();
  worker.postMessage(runtime.start, [port2]);
  // If a worker is dropped before anyone waits for it, it must not report that.
  ready.catch(() => undefined);
  return {
    runtime,
    ready,
    run(message, listener) {
      mayGiveSnapshot = false;
      listen = listener;
      port1.postMessage(message);
    },
    send: (message) => port1.postMessage(message),
    terminate() {
      worker.terminate();
      URL.revokeObjectURL(scriptUrl);
      port1.close();
    },
  };
}
