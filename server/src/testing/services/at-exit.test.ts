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

it('what is to be done at the end is done, though the signal comes twice', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', SCRIPT]);
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  const told = text(child.stdout);
  const said = (what: string) =>
    new Promise<void>((resolve) => child.stderr.on('data', (part: Buffer) => String(part).includes(what) && resolve()));

  const ending = said('ending');
  await said('started');
  child.kill('SIGTERM');
  await ending;
  child.kill('SIGTERM');

  expect(await told).toBe('done');
  expect(await ended).toBe(143);
});
