import { pythonWorkerScript } from '../../../../../python-worker.ts';

interface Thread {
  on(event: 'message', listener: (data: unknown) => void): void;
  postMessage(data: unknown): void;
  terminate(): Promise<number>;
}
interface Threads {
  Worker: new (code: string, options: { eval: true }) => Thread;
}
const { process } = globalThis as unknown as { process: { getBuiltinModule(name: string): Threads } };
const { Worker: NodeWorker } = process.getBuiltinModule('node:worker_threads');

/** The part of a browser's worker that the script uses. */
const BROWSER = `
const { parentPort } = require('node:worker_threads');
const listen = (listener) => parentPort.on('message', (data) => listener({ data }));
globalThis.self = globalThis;
self.postMessage = (data, moved) => parentPort.postMessage(data, moved);
self.addEventListener = (type, listener) => type === 'message' && listen(listener);
Object.defineProperty(self, 'onmessage', { set: listen });
`;

/** The worker of the build in a thread of Node.js, with the used parts of a browser's `Worker`. */
export class PythonThread {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: { preventDefault: () => void }) => void) | null = null;
  readonly #thread = new NodeWorker(`${BROWSER}\n${pythonWorkerScript()}`, { eval: true });

  constructor() {
    this.#thread.on('message', (data: unknown) => this.onmessage?.({ data }));
  }

  postMessage(data: unknown): void {
    this.#thread.postMessage(data);
  }

  terminate(): void {
    void this.#thread.terminate();
  }
}
