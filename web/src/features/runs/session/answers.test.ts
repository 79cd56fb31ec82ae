import { CLAIM_WITHIN_MS, RUN_ALIVE_MS } from '@cip/contracts/runs/run-limits';
import { expect, test } from 'vitest';
import { FakePage } from '../testing/fake-room.ts';
import { serveRuns, server, settle, twoPages } from '../testing/two-pages.ts';

serveRuns();

const asks = (page: FakePage) => page.sandbox.last.events.asking?.();

/** Returns Ada's page, whose program waits for a line, and Grace's. */
async function askingPages() {
  const { ada, grace } = await twoPages();
  void ada.session.press();
  await settle();
  ada.sandbox.last.events.output('out', 'name? ');
  asks(ada);
  await settle();
  return { ada, grace };
}

test('shows everyone that a program waits, and takes the first answer', async () => {
  const { ada, grace } = await askingPages();
  expect([ada.shown.ask, grace.shown.ask]).toEqual([1, 1]);
  expect(grace.output).toBe('name? ');

  const answers = [grace.session.answer('Zoë'), ada.session.answer('Ada')];
  await settle();
  expect(await Promise.all(answers)).toEqual([true, false]);
  expect(ada.sandbox.last.answers).toEqual(['Zoë']);
  expect([ada.shown.ask, grace.shown.ask]).toEqual([null, null]);
  await settle(100);
  expect(grace.output).toBe('name? Zoë\n');

  asks(ada);
  await settle();
  expect(grace.shown.ask).toBe(2);
  await ada.session.answer(null);
  expect(ada.sandbox.last.answers).toEqual(['Zoë', null]);
});

test("delivers a lost answer with the program's next sign of life", async () => {
  const { ada, grace } = await askingPages();
  ada.isDeaf = true;
  await grace.session.answer('late');
  await settle(RUN_ALIVE_MS + 100);
  expect(ada.sandbox.last.answers).toEqual(['late']);
});

test('lets a page answer that joins while a program waits', async () => {
  const { ada } = await askingPages();
  const bob = new FakePage(server, 'Bob');
  await settle();
  expect(bob.shown.ask).toBe(1);
  await bob.session.answer('from Bob');
  expect(ada.sandbox.last.answers).toEqual(['from Bob']);
});

test('ignores answers to other lines, repeated ones and late ones', async () => {
  const { ada, grace } = await askingPages();
  const id = ada.shown.run?.id ?? '';
  ada.emit('run:answered', { id, ask: 2, text: 'of another line' });
  ada.emit('run:answered', { id: 'another run', ask: 1, text: 'of another run' });
  expect(ada.sandbox.last.answers).toEqual([]);
  await grace.session.answer('first');
  ada.emit('run:answered', { id, ask: 1, text: 'again' });
  grace.emit('run:asked', { id, ask: 1 });
  expect(grace.shown.ask).toBeNull();
  ada.sandbox.last.end();
  await settle(100);
  grace.emit('run:asked', { id, ask: 2 });
  expect(grace.shown.ask).toBeNull();
  expect(await grace.session.answer('late')).toBe(false);
  expect(ada.sandbox.last.answers).toEqual(['first']);
});

test('lets a phone answer its program on the laptop', async () => {
  const phone = new FakePage(server, 'Phone', { device: 'phone' });
  const laptop = new FakePage(server, 'Laptop');
  await settle();
  void phone.session.press();
  await settle(CLAIM_WITHIN_MS / 2);
  asks(laptop);
  await settle();
  expect(phone.shown.ask).toBe(1);
  await phone.session.answer('42');
  expect(laptop.sandbox.last.answers).toEqual(['42']);
});

test('answers a program without a connection, and enters the answer as input', async () => {
  const { ada } = await askingPages();
  ada.setRoom({ isConnected: false });
  expect(await ada.session.answer('offline')).toBe(true);
  expect(ada.sandbox.last.answers).toEqual(['offline']);
  ada.sandbox.last.end();
  await settle();
  expect([...ada.disk.values()].map(({ run }) => run.stdin)).toEqual(['offline\n']);
});

test('takes a text in the input as the whole input', async () => {
  const { ada, grace } = await askingPages();
  expect(ada.sandbox.last.program.isInteractive).toBe(true);
  ada.sandbox.last.end();
  await settle();
  void grace.session.runAgainHere();
  await settle();
  expect(grace.sandbox.last.program.isInteractive).toBeUndefined();
  grace.sandbox.last.end();
  await settle(1_000);

  ada.session.input.write('7');
  void ada.session.press();
  await settle();
  expect(ada.sandbox.last.program).toMatchObject({ stdin: '7', isInteractive: false });
});

test('asks for a line that was asked for while the runs were read', async () => {
  const { ada, grace } = await twoPages();
  void ada.session.press();
  await settle();
  grace.replyMs = 300;
  grace.emit('run:changed', undefined);
  await settle(10);
  asks(ada);
  await settle(2_000);
  expect(grace.shown.ask).toBe(1);
});
