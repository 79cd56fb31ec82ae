import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { invalid } from '../../../errors.ts';
import type { UnpackedQuestions } from './unpack.ts';

/** The message of the worker. */
export type Unpacked = UnpackedQuestions | { problem: string };

/** The largest archive takes five seconds on two busy cores. */
const UNPACK_MAX_MS = 15_000;
/** The largest archive needs a quarter. */
const MEMORY_MAX_MB = 512;

let waiting: Promise<unknown> = Promise.resolve();

/**
 * Returns the questions of an archive, read by a worker because YAML can be costly to parse. One archive is read at a
 * time. Throws `invalid`, with the name of the file.
 */
export function unpackApart(bytes: Uint8Array, maxMs = UNPACK_MAX_MS): Promise<UnpackedQuestions> {
  const unpacked = waiting.then(() => unpack(bytes, maxMs));
  waiting = unpacked.catch(() => undefined);
  return unpacked;
}

async function unpack(bytes: Uint8Array, maxMs: number): Promise<UnpackedQuestions> {
  const worker = new Worker(new URL('./unpack-worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
  });
  try {
    const [unpacked] = (await once(worker, 'message', { signal: AbortSignal.timeout(maxMs) })) as [Unpacked];
    if ('problem' in unpacked) throw invalid('archive', unpacked.problem);
    return unpacked;
  } catch (error) {
    throw isTooCostly(error) ? invalid('archive', 'The archive takes too long to read. Divide it.') : error;
  } finally {
    await worker.terminate();
  }
}

function isTooCostly(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY');
}
