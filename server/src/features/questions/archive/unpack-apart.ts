import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { invalid } from '../../../errors.ts';
import { FairMutex } from '../../../platform/database/fair-mutex.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { TooManyFailures } from '../../../platform/redis/failure-limit.ts';
import type { UnpackedQuestions } from './unpack.ts';

/** The message of the worker. */
export type Unpacked = UnpackedQuestions | { problem: string };

/** The largest archive takes five seconds on two busy cores. */
const UNPACK_MAX_MS = 15_000;
/** The largest archive needs a quarter. */
const MEMORY_MAX_MB = 512;

/** Archives of one company that are read or wait, each of another user: they are in memory. */
const COMPANY_MAX = 4;
/** A usual archive is read by then (s). */
const RETRY_SECONDS = 5;

/** One archive is read at a time. Companies alternate, so that nobody waits for all archives of another one. */
const turns = new FairMutex<string>();
/** The users whose archives are read or wait, with their companies. */
const importing = new Map<string, string>();

/**
 * Returns the questions of an archive, read by a worker because YAML can be costly to parse. Throws `invalid`, with the
 * name of the file, and TooManyFailures while another archive of the user, or several of the company, are not read yet.
 */
export async function unpackApart(
  bytes: Uint8Array,
  { companyId, userId }: Pick<Principal, 'companyId' | 'userId'>,
  maxMs = UNPACK_MAX_MS,
): Promise<UnpackedQuestions> {
  const ofCompany = [...importing.values()].filter((each) => each === companyId);
  if (importing.has(userId) || ofCompany.length >= COMPANY_MAX)
    throw new TooManyFailures(RETRY_SECONDS, 'Another import is being read. Wait until it is done.');
  importing.set(userId, companyId);
  try {
    await turns.take(companyId);
    return await unpack(bytes, maxMs).finally(() => turns.release());
  } finally {
    importing.delete(userId);
  }
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
