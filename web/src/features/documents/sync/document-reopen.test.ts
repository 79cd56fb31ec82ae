import type { ErrorCode } from '@cip/contracts/errors';
import { SHARED_TEXT } from '@cip/contracts/documents';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { fromBase64, toBase64 } from './base64.ts';
import { DocumentSync } from './document-sync.ts';
import type { DocumentTransport } from './document-transport.ts';

const refusal = (code: ErrorCode) => ({ ok: false as const, error: { code, message: code } });

/** A node that lacks what every edit builds on until it `hasGround`. */
class LackingNode implements DocumentTransport {
  readonly doc = new Y.Doc();
  hasGround = false;
  /** Clocks by client id of what somebody else is to send; it is not asked for, and refused from anybody else. */
  readonly notAskedFor = new Map<number, number>();
  opened = 0;
  sent = 0;

  async open(stateVector: string) {
    await Promise.resolve();
    this.opened++;
    const update = toBase64(Y.encodeStateAsUpdate(this.doc, fromBase64(stateVector)));
    const wanted = new Map([...Y.decodeStateVector(Y.encodeStateVector(this.doc)), ...this.notAskedFor]);
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
    for (const [client] of this.notAskedFor)
      if ((to.get(client) ?? 0) > Y.getState(this.doc.store, client)) return refusal('invalid');
    if (!this.hasGround) return refusal('resync');
    Y.applyUpdate(this.doc, fromBase64(update));
    return { ok: true as const };
  }

  changeLanguage = () => Promise.resolve({ ok: true as const });
  moveCursor = () => undefined;
  noteOffline = () => Promise.resolve({ ok: true as const });
}

async function start() {
  const node = new LackingNode();
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

test('who goes on typing does not put off that the document is opened again', async () => {
  const { node, sync, type } = await start();
  const typing = setInterval(type, 100);
  await vi.advanceTimersByTimeAsync(8_000);
  // The first time, at once after the refusal, after 250 and 500 ms, and then every second.
  expect(node.opened).toBe(11);
  node.hasGround = true;
  await vi.advanceTimersByTimeAsync(8_000);
  clearInterval(typing);
  await vi.advanceTimersByTimeAsync(100);
  expect(sync.state.kind).toBe('saved');
  expect(node.doc.getText(SHARED_TEXT).length).toBe(160);
});

test('nothing is sent while the document waits to be opened again: it would be refused', async () => {
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

test('a new link opens the document at once, though the one before waited to', async () => {
  const { node, sync, type } = await start();
  type();
  await vi.advanceTimersByTimeAsync(8_000);
  sync.close();
  node.hasGround = true;
  await sync.open();
  await vi.advanceTimersByTimeAsync(10);
  expect(sync.state.kind).toBe('saved');
  node.hasGround = false;
  type();
  await vi.advanceTimersByTimeAsync(10);
  const opened = node.opened;
  await vi.advanceTimersByTimeAsync(400);
  expect(node.opened).toBeGreaterThan(opened);
});

test.each([
  ['a little', 1],
  ['so much that it is put together', 250],
])('what somebody else is to send after all is sent no more, after %s was typed', async (_much, edits) => {
  const { node, doc, sync, type } = await start();
  const anna = new Y.Doc();
  anna.getText(SHARED_TEXT).insert(0, 'anna ');
  const byAnna = Y.encodeStateAsUpdate(anna);
  sync.receive(toBase64(byAnna));
  // Her node is gone, and so is she: whoever has her text is asked for it.
  await sync.open();
  type();
  await vi.advanceTimersByTimeAsync(10);
  sync.close();
  for (let n = 0; n < edits; n++) type();
  // She is back and has it; the node does not have it yet.
  node.notAskedFor.set(anna.clientID, 5);
  node.hasGround = true;
  await sync.open();
  await vi.advanceTimersByTimeAsync(3_000);
  Y.applyUpdate(node.doc, byAnna);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sync.state.kind).toBe('saved');
  expect(node.doc.getText(SHARED_TEXT).toJSON()).toBe(doc.getText(SHARED_TEXT).toJSON());
});

test('a deletion that was asked for is sent until it is acknowledged, whatever is typed meanwhile', async () => {
  const { node, doc, sync, type } = await start();
  node.hasGround = true;
  type();
  type();
  await vi.advanceTimersByTimeAsync(10);
  const anna = new Y.Doc();
  Y.applyUpdate(anna, Y.encodeStateAsUpdate(doc));
  anna.getText(SHARED_TEXT).delete(0, 1);
  sync.receive(toBase64(Y.encodeStateAsUpdate(anna)));
  node.hasGround = false;
  await sync.open();
  type();
  await vi.advanceTimersByTimeAsync(3_000);
  node.hasGround = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sync.state.kind).toBe('saved');
  expect(node.doc.getText(SHARED_TEXT).toJSON()).toBe(doc.getText(SHARED_TEXT).toJSON());
});
