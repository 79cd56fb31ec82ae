import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import type { ErrorCode } from '@cip/contracts/protocol/errors';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { fromBase64, toBase64 } from './base64.ts';
import { DocumentSync } from './document-sync.ts';
import type { DocumentTransport } from './document-transport.ts';

const refusal = (code: ErrorCode) => ({ ok: false as const, error: { code, message: code } });

/** A node without the updates that every edit depends on, until `hasDependencies`. */
class IncompleteNode implements DocumentTransport {
  readonly doc = new Y.Doc();
  hasDependencies = false;
  /** Clocks by client id of updates that only their author may send. */
  readonly reservedClocks = new Map<number, number>();
  /** Its replies to the next edits. */
  refusals: ErrorCode[] = [];
  opened = 0;
  sent = 0;

  async open(stateVector: string) {
    await Promise.resolve();
    this.opened++;
    const update = toBase64(Y.encodeStateAsUpdate(this.doc, fromBase64(stateVector)));
    const wanted = new Map([...Y.decodeStateVector(Y.encodeStateVector(this.doc)), ...this.reservedClocks]);
    return {
      ok: true as const,
      update,
      stateVector: toBase64(Y.encodeStateVector(wanted)),
      language: 'sql',
      firstClientId: 0,
    };
  }

  async update(_id: string, update: string) {
    this.sent++;
    await Promise.resolve();
    const { to } = Y.parseUpdateMeta(fromBase64(update));
    for (const [client] of this.reservedClocks)
      if ((to.get(client) ?? 0) > Y.getState(this.doc.store, client)) return refusal('invalid');
    const next = this.refusals.shift();
    if (next) return refusal(next);
    if (!this.hasDependencies) return refusal('resync');
    Y.applyUpdate(this.doc, fromBase64(update));
    return { ok: true as const };
  }

  changeLanguage = () => Promise.resolve({ ok: true as const });
  moveCursor = () => undefined;
  noteOffline = () => Promise.resolve({ ok: true as const });
}

async function start() {
  const node = new IncompleteNode();
  const doc = new Y.Doc();
  const sync = new DocumentSync(doc, node, () => undefined);
  await sync.open();
  return { node, doc, sync, type: () => doc.getText(SHARED_TEXT).insert(0, 'x') };
}

beforeEach(() => {
  vi.useFakeTimers();
  // Pauses of exactly their length.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('reopens on schedule while the user goes on typing', async () => {
  const { node, sync, type } = await start();
  const typing = setInterval(type, 100);
  await vi.advanceTimersByTimeAsync(8_000);
  // The first time, immediately after the refusal, after 250 and 500 ms, and then every second.
  expect(node.opened).toBe(11);
  node.hasDependencies = true;
  await vi.advanceTimersByTimeAsync(8_000);
  clearInterval(typing);
  await vi.advanceTimersByTimeAsync(100);
  expect(sync.state.kind).toBe('saved');
  expect(node.doc.getText(SHARED_TEXT).length).toBe(160);
});

test('sends no edits while a reopening is scheduled', async () => {
  const { node, type } = await start();
  for (let refused = 0; refused < 6; refused++) {
    type();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  const [sent, opened] = [node.sent, node.opened];
  for (let n = 0; n < 5; n++) type();
  await vi.advanceTimersByTimeAsync(50);
  expect([node.sent, node.opened]).toEqual([sent, opened]);
});

test('opens again if updates may be missing, also during a retry', async () => {
  const { node, doc, sync, type } = await start();
  node.hasDependencies = true;
  node.refusals = ['resync', 'unavailable'];
  type();
  await vi.advanceTimersByTimeAsync(100);
  expect([node.opened, node.sent]).toEqual([2, 2]);
  const peer = new Y.Doc();
  peer.getText(SHARED_TEXT).insert(0, 'peer ');
  Y.applyUpdate(node.doc, Y.encodeStateAsUpdate(peer));
  void sync.reopen();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sync.state.kind).toBe('saved');
  expect(doc.getText(SHARED_TEXT).toJSON()).toBe(node.doc.getText(SHARED_TEXT).toJSON());
});

test('opens immediately on a new link in spite of a scheduled reopening', async () => {
  const { node, sync, type } = await start();
  type();
  await vi.advanceTimersByTimeAsync(8_000);
  sync.close();
  node.hasDependencies = true;
  await sync.open();
  await vi.advanceTimersByTimeAsync(10);
  expect(sync.state.kind).toBe('saved');
  node.hasDependencies = false;
  type();
  await vi.advanceTimersByTimeAsync(10);
  const opened = node.opened;
  await vi.advanceTimersByTimeAsync(400);
  expect(node.opened).toBeGreaterThan(opened);
});

test.each([
  ['a little', 1],
  ['enough to squash', 250],
])('stops sending requested updates when their author is back, after typing %s', async (_much, edits) => {
  const { node, doc, sync, type } = await start();
  const anna = new Y.Doc();
  anna.getText(SHARED_TEXT).insert(0, 'anna ');
  const byAnna = Y.encodeStateAsUpdate(anna);
  sync.receive(toBase64(byAnna));
  // Anna and her node are gone, so the server requests her text from any client.
  await sync.open();
  type();
  await vi.advanceTimersByTimeAsync(10);
  sync.close();
  for (let n = 0; n < edits; n++) type();
  // Anna is back and has the text; the node does not have it yet.
  node.reservedClocks.set(anna.clientID, 5);
  node.hasDependencies = true;
  await sync.open();
  await vi.advanceTimersByTimeAsync(3_000);
  Y.applyUpdate(node.doc, byAnna);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sync.state.kind).toBe('saved');
  expect(node.doc.getText(SHARED_TEXT).toJSON()).toBe(doc.getText(SHARED_TEXT).toJSON());
});

test('resends a requested deletion until it is acknowledged', async () => {
  const { node, doc, sync, type } = await start();
  node.hasDependencies = true;
  type();
  type();
  await vi.advanceTimersByTimeAsync(10);
  const anna = new Y.Doc();
  Y.applyUpdate(anna, Y.encodeStateAsUpdate(doc));
  anna.getText(SHARED_TEXT).delete(0, 1);
  sync.receive(toBase64(Y.encodeStateAsUpdate(anna)));
  node.hasDependencies = false;
  await sync.open();
  type();
  await vi.advanceTimersByTimeAsync(3_000);
  node.hasDependencies = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sync.state.kind).toBe('saved');
  expect(node.doc.getText(SHARED_TEXT).toJSON()).toBe(doc.getText(SHARED_TEXT).toJSON());
});
