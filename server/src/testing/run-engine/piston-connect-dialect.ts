import { setTimeout as delay } from 'node:timers/promises';
import type { RawData, WebSocket } from 'ws';
import { programOf, refusal } from './piston-dialect.ts';
import type { EngineOptions } from './engine-options.ts';

/** Time within which a client must send its job (ms). */
const INIT_WITHIN_MS = 1_000;

/** Serves a connection to `/api/v2/connect` as Piston does: signals are ignored, and input never ends. */
export function connectPiston(client: WebSocket, options: EngineOptions): void {
  let isStarted = false;
  const timer = setTimeout(() => isStarted || client.close(4001, 'Initialization Timeout'), INIT_WITHIN_MS);
  client.on('close', () => clearTimeout(timer));
  client.on('message', (data: RawData) => {
    const message = JSON.parse(Buffer.isBuffer(data) ? data.toString('utf8') : '{}');
    if (message.type !== 'init') return;
    if (isStarted) return client.close(4000, 'Already Initialized');
    isStarted = true;
    if (options.oddAnswer !== null) return client.send(options.oddAnswer, () => client.terminate());
    void run(client, message, options).catch(() => client.terminate());
  });
}

async function run(client: WebSocket, job: Record<string, unknown>, options: EngineOptions): Promise<void> {
  const send = (message: unknown) => client.send(JSON.stringify(message));
  const program = programOf(job);
  const message = program.fault === 'status 400' ? 'files is required as an array' : refusal(job, options);
  if (message !== null) {
    send({ type: 'error', message });
    return client.close(4002, 'Notified Error');
  }
  if (program.fault === 'no answer') return;
  send({ type: 'runtime', language: job['language'], version: job['version'] });
  if (program.fault === 'invalid JSON') return client.send('{"type": "stage",');
  if (program.compileError !== undefined) {
    send({ type: 'stage', stage: 'compile' });
    send({ type: 'data', stream: 'stderr', data: program.compileError });
    send({ type: 'exit', stage: 'compile', code: 1, signal: null });
    return client.close(4999, 'Job Completed');
  }
  send({ type: 'stage', stage: 'run' });
  if (program.fault === 'status 500') {
    send({ type: 'error', message: 'Error reading metadata file: /tmp/1-metadata.txt' });
    return client.close(4002, 'Notified Error');
  }
  for (const { stream, text, afterMs = 0 } of program.writes('')) {
    await delay(afterMs);
    send({ type: 'data', stream, data: text });
  }
  if (program.fault === 'closes midway') return void setTimeout(() => client.terminate(), 20);
  if (program.exitCode === null) await delay(Number(job['run_timeout']));
  const isKilled = program.exitCode === null;
  send({ type: 'exit', stage: 'run', code: program.exitCode, signal: isKilled ? 'SIGKILL' : null });
  client.close(4999, 'Job Completed');
}
