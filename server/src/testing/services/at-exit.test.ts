import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

const HELD_MS = 500;
const SCRIPT = `
  import { atExit, exitOnSignals } from ${JSON.stringify(new URL('at-exit.ts', import.meta.url).href)};
  exitOnSignals();
  atExit(() => {
    process.stderr.write('ending');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${HELD_MS});
    process.stdout.write('done');
  });
  setInterval(() => {}, 1_000);
  process.stderr.write('started');
`;

it('runs exit actions to the end when a second signal arrives', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', SCRIPT]);
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  const output = text(child.stdout);
  const wrote = (what: string) =>
    new Promise<void>((resolve) => child.stderr.on('data', (part: Buffer) => String(part).includes(what) && resolve()));

  const ending = wrote('ending');
  await wrote('started');
  child.kill('SIGTERM');
  await ending;
  child.kill('SIGTERM');

  expect(await output).toBe('done');
  expect(await ended).toBe(143);
});
