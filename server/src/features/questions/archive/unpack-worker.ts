import { parentPort, workerData } from 'node:worker_threads';
import { FileProblem } from './file-problem.ts';
import type { Unpacked } from './unpack-apart.ts';
import { unpackQuestions } from './unpack.ts';

if (!(workerData instanceof Uint8Array) || !parentPort) throw new Error('This file must run as a worker with bytes.');

parentPort.postMessage(await unpack(Buffer.from(workerData)));

async function unpack(bytes: Buffer): Promise<Unpacked> {
  try {
    return await unpackQuestions(bytes);
  } catch (error) {
    if (error instanceof FileProblem) return { problem: error.message };
    throw error;
  }
}
