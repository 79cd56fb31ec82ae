import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '../support/fixtures.ts';
import {
  choose,
  chooseOption,
  HELD_UP_MS,
  join,
  log,
  runButton,
  RUNTIME_MS,
  startWith,
  write,
} from '../support/runs.ts';

test(
  'downloads a runtime to a phone alone after a tap that names its size, and runs SQL as SQLite',
  { tag: '@long' },
  async ({ phone, picture }) => {
    await phone.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await phone.route('**/run/python/**', async (route) => {
      await sleep(HELD_UP_MS);
      await route.continue();
    });
    const requests: string[] = [];
    phone.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await startWith(phone, 'python', 'print("alone", 6 * 7)');
    await runButton(phone).click();
    await expect(log(phone)).toContainText(/No other device is here to run it\. Python [\d.]+ is \d\.\d MB\./);
    expect(requests.filter((path) => path.startsWith('/run/python/'))).toEqual([]);
    await picture(phone, 'run-offer-phone');
    await phone.getByRole('button', { name: 'Download and run here' }).click();
    const bar = phone.getByRole('progressbar', { name: 'Download of Python' });
    await expect(bar).toHaveAttribute('aria-valuetext', /^[\d.]+ .B of \d\.\d MB$/);
    await picture(phone, 'run-download-phone');
    await expect(log(phone)).toContainText('alone 42', { timeout: RUNTIME_MS });
    await expect(bar).toHaveCount(0);

    await phone.getByRole('tab', { name: 'Code' }).click();
    await choose(phone, 'sql');
    await write(phone, 'select 6 * 7 as answer;');
    await runButton(phone).click();
    await expect(log(phone)).toContainText('runs only on laptops');
    await phone.getByRole('button', { name: 'Run as SQLite' }).click();
    await expect(phone.getByRole('table', { name: '1 row' })).toContainText('42', { timeout: RUNTIME_MS });
  },
);

test(
  'runs a result again for an interviewer, who then refuses to run the candidate’s code',
  { tag: '@long' },
  async ({ laptop, phone }) => {
    // The line break sends the line.
    const roomCode = await startWith(laptop, 'lua', 'print("Lua", 6 * 7)\n');
    await join(phone, roomCode);
    await runButton(phone).click();
    await expect(log(phone)).toContainText('Lua 42', { timeout: RUNTIME_MS });
    await expect(phone.getByText(/^Ran on .+’s laptop for you$/)).toBeVisible();
    await expect(laptop.getByText(/^Ran on .+’s laptop for Ada Lovelace$/)).toBeVisible();

    await chooseOption(laptop, 'Don’t run others’ code on this device');
    await laptop.reload();
    await expect(laptop.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
    await runButton(phone).click();
    await phone.getByRole('button', { name: 'Download and run here' }).click();
    await expect(phone.getByText('Ran on Ada Lovelace’s phone')).toBeVisible({ timeout: RUNTIME_MS });

    await expect(laptop.getByText('Ran on Ada Lovelace’s phone')).toBeVisible();
    await chooseOption(laptop, 'Run again here');
    await expect(phone.getByText(/^Ran again on .+’s laptop$/)).toBeVisible({ timeout: RUNTIME_MS });
    await expect(log(phone)).toContainText('Lua 42');
    await write(laptop, 'print("changed")\n');
    for (const page of [laptop, phone]) await expect(page.getByText('of an earlier version')).toBeVisible();
  },
);
