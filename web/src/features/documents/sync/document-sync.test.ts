import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { UPDATE_MAX_BYTES } from '@cip/contracts/rooms/document-events';
import type { ErrorCode } from '@cip/contracts/protocol/errors';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { fromBase64, toBase64 } from './base64.ts';
import { DocumentSync } from './document-sync.ts';
import type { SyncState } from './document-sync.ts';
import type { DocumentTransport } from './document-transport.ts';
import type { PendingEdit, PendingStore } from '../device/pending-store.ts';
import { TypingGate } from './typing-gate.ts';

const refusal = (code: ErrorCode) => ({ ok: false as const, error: { code, message: code } });

/** Works like a node: applies an update whose dependencies it has, logs it before the acknowledgement, relays it. */
class FakeServer {
  readonly doc = new Y.Doc();
  readonly log = new Map<string, Uint8Array>();
  readonly clients = new Set<FakeTransport>();

  constructor() {
    this.doc.getText(SHARED_TEXT).insert(0, '-- Start\n');
    this.log.set('seeding1', Y.encodeStateAsUpdate(this.doc));
  }

  accept(from: FakeTransport, id: string, update: Uint8Array, isLogged: boolean) {
    const before = new Y.Doc();
    Y.applyUpdate(before, Y.encodeStateAsUpdate(this.doc));
    Y.applyUpdate(before, update);
    if (before.store.pendingStructs) return refusal('resync');
    Y.applyUpdate(this.doc, update);
    for (const client of this.clients) if (client !== from) client.inbox.push(toBase64(update));
    if (isLogged) this.log.set(id, update);
    return { ok: true as const };
  }

  /** The text of a replica that replays the log. */
  get replayed(): string {
    const doc = new Y.Doc();
    doc.transact(() => {
      for (const update of this.log.values()) Y.applyUpdate(doc, update);
    });
    expect(doc.store.pendingStructs).toBeNull();
    return doc.getText(SHARED_TEXT).toString();
  }
}

class FakeTransport implements DocumentTransport {
  readonly server: FakeServer;
  readonly inbox: string[] = [];
  isUp = true;
  /** Number of next openings that fail although the link is up. */
  failingOpens = 0;
  /** Faults of the next edits: lost, acknowledgement lost after the relay or after the log, refused, or sent twice. */
  readonly faults: ('lost' | 'unlogged' | 'answer lost' | 'too_many_requests' | 'twice')[] = [];
  /** Clocks by client id that the server claims to have, so that clients do not send them. */
  readonly claimedClocks = new Map<number, number>();
  /** While the database hangs, edits wait for this promise. */
  stall: Promise<void> | null = null;
  sent = 0;

  constructor(server: FakeServer) {
    this.server = server;
    server.clients.add(this);
  }

  async open(stateVector: string) {
    await Promise.resolve();
    if (!this.isUp || this.failingOpens-- > 0) return refusal('unavailable');
    this.inbox.length = 0;
    const { doc } = this.server;
    const update = toBase64(Y.encodeStateAsUpdate(doc, fromBase64(stateVector)));
    const wanted = new Map(Y.decodeStateVector(Y.encodeStateVector(doc)));
    for (const [client, clock] of this.claimedClocks) wanted.set(client, clock);
    return {
      ok: true as const,
      update,
      stateVector: toBase64(Y.encodeStateVector(wanted)),
      language: 'sql',
      firstClientId: 0,
    };
  }

  async update(id: string, update: string) {
    this.sent++;
    await Promise.resolve();
    if (!this.isUp) return refusal('unavailable');
    const fault = this.faults.shift();
    const bytes = fromBase64(update);
    expect(bytes.length).toBeLessThanOrEqual(UPDATE_MAX_BYTES);
    if (fault === 'lost') return refusal('unavailable');
    if (fault === 'too_many_requests') return refusal('too_many_requests');
    if (fault === 'twice') this.server.accept(this, id, bytes, true);
    await this.stall;
    const answer = this.server.accept(this, id, bytes, fault !== 'unlogged');
    return fault === 'unlogged' || fault === 'answer lost' ? refusal('unavailable') : answer;
  }

  changeLanguage = () => Promise.resolve({ ok: true as const });
  moveCursor = () => undefined;
  noteOffline = () => Promise.resolve({ ok: true as const });
}

class MemoryStore implements PendingStore {
  readonly edits = new Map<string, PendingEdit>();
  put = (edit: PendingEdit) => void this.edits.set(edit.id, edit);
  remove = (id: string) => void this.edits.delete(id);
  putHeld = () => undefined;
}

class Writer {
  readonly gate = new TypingGate();
  readonly store = new MemoryStore();
  readonly states: SyncState[] = [];
  readonly transport: FakeTransport;
  readonly sync: DocumentSync;

  constructor(server: FakeServer) {
    this.transport = new FakeTransport(server);
    this.gate.mode = 'instant';
    this.sync = new DocumentSync(this.gate.shared, this.transport, (state) => this.states.push(state));
    this.sync.store = this.store;
  }

  type(at: number, text: string): void {
    this.gate.text.insert(Math.min(at, this.gate.text.length), text);
  }

  deliver(shuffled = false): void {
    const updates = this.transport.inbox.splice(0);
    for (const update of shuffled ? updates.reverse() : updates) this.sync.receive(update);
  }

  get text(): string {
    return this.gate.text.toString();
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const step = fc.record({
  who: fc.nat(1),
  what: fc.constantFrom('type', 'type', 'type', 'delete', 'fault', 'cut', 'join', 'deliver', 'wait'),
  at: fc.nat(60),
  fault: fc.constantFrom('lost', 'unlogged', 'answer lost', 'too_many_requests', 'twice'),
  shuffled: fc.boolean(),
});

async function act(writers: Writer[], one: typeof step extends fc.Arbitrary<infer T> ? T : never, letter: string) {
  const writer = writers[one.who];
  if (!writer) return;
  if (one.what === 'type') writer.type(one.at, letter);
  if (one.what === 'delete') writer.gate.text.delete(0, Math.min(2, writer.gate.text.length));
  if (one.what === 'fault') writer.transport.faults.push(one.fault);
  if (one.what === 'deliver') writer.deliver(one.shuffled);
  if (one.what === 'wait') await vi.advanceTimersByTimeAsync(300);
  if (one.what === 'cut') {
    writer.transport.isUp = false;
    writer.sync.close();
  }
  if (one.what === 'join') {
    writer.transport.isUp = true;
    await writer.sync.open();
  }
}

describe('document sync', () => {
  /** Converges and logs every edit through loss, repetition and reordering, in as many random runs. */
  async function convergesInAnyRun(numRuns: number): Promise<void> {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 50 }), async (steps) => {
        const server = new FakeServer();
        const writers = [new Writer(server), new Writer(server)];
        for (const writer of writers) await writer.sync.open();
        for (const [index, one] of steps.entries()) await act(writers, one, `${one.who ? 'B' : 'a'}${index} `);
        for (const writer of writers) {
          writer.transport.faults.length = 0;
          writer.transport.isUp = true;
          await writer.sync.open();
          await vi.advanceTimersByTimeAsync(20_000);
        }
        for (const writer of writers) writer.deliver();
        const texts = [
          ...writers.map((writer) => writer.text),
          server.doc.getText(SHARED_TEXT).toString(),
          server.replayed,
        ];
        expect(new Set(texts).size).toBe(1);
        for (const writer of writers) {
          expect(writer.sync.state.kind).toBe('saved');
          expect(writer.store.edits.size).toBe(0);
          writer.sync.destroy();
        }
      }),
      { numRuns },
    );
  }

  test('converges and logs every edit through loss, repetition and reordering in 30 random runs', () =>
    expect(convergesInAnyRun(30)).resolves.toBeUndefined());

  test(
    'converges and logs every edit through loss, repetition and reordering in 200 random runs',
    { tags: ['long'] },
    () => expect(convergesInAnyRun(200)).resolves.toBeUndefined(),
  );

  /** Types keys offline, which are squashed into at most 200 edits, stored and sent. */
  async function squashesOfflineTyping(keys: number): Promise<void> {
    const server = new FakeServer();
    const writer = new Writer(server);
    const peer = new Writer(server);
    for (const each of [writer, peer]) await each.sync.open();
    writer.transport.isUp = false;
    writer.sync.close();
    writer.gate.mode = 'instant';
    let typed = '';
    for (let key = 0; key < keys; key++) {
      const letter = key % 40 === 39 ? '\n' : 'x';
      typed += letter;
      writer.type(writer.text.length, letter);
      if (key % 100 === 99) writer.gate.text.delete(writer.text.length - 1, 1);
      if (key % 100 === 99) typed = typed.slice(0, -1);
      expect(writer.store.edits.size).toBeLessThanOrEqual(200);
    }
    peer.type(0, 'meanwhile ');
    await vi.advanceTimersByTimeAsync(300);
    writer.transport.isUp = true;
    const before = writer.transport.sent;
    await writer.sync.open();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(writer.transport.sent - before).toBeLessThanOrEqual(200);
    expect(writer.sync.state.kind).toBe('saved');
    peer.deliver();
    expect(peer.text).toBe(writer.text);
    expect(server.replayed).toBe(peer.text);
    expect(peer.text).toContain(typed);
    expect(peer.text).toContain('meanwhile');
  }

  test('squashes six minutes of offline typing into at most 200 edits, stored and sent', () =>
    expect(squashesOfflineTyping(1_800)).resolves.toBeUndefined());

  test('squashes an hour of offline typing into at most 200 edits, stored and sent', { tags: ['long'] }, () =>
    expect(squashesOfflineTyping(18_000)).resolves.toBeUndefined(),
  );

  test('reports an edit as unsaved until it is acknowledged', async () => {
    const writer = new Writer(new FakeServer());
    await writer.sync.open();
    writer.transport.faults.push('lost');
    writer.type(0, 'x');
    expect(writer.sync.state.kind).toBe('saving');
    expect(writer.store.edits.size).toBe(1);
    await vi.advanceTimersByTimeAsync(50);
    writer.sync.close();
    expect(writer.sync.state.kind).toBe('waiting');
    await writer.sync.open();
    await vi.advanceTimersByTimeAsync(50);
    expect(writer.sync.state.kind).toBe('saved');
    expect(writer.store.edits.size).toBe(0);
  });

  test('limits edits in flight while the database hangs, then sends the rest', async () => {
    const server = new FakeServer();
    const writer = new Writer(server);
    await writer.sync.open();
    const { promise, resolve } = Promise.withResolvers<void>();
    writer.transport.stall = promise;
    for (let n = 0; n < 1_000; n++) writer.type(0, 'x');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(writer.sync.state.kind).toBe('saving');
    expect(writer.transport.sent).toBe(16);
    expect(writer.store.edits.size).toBeLessThan(16 + 32);
    resolve();
    await vi.advanceTimersByTimeAsync(50);
    expect(writer.sync.state.kind).toBe('saved');
    expect(writer.transport.sent).toBeLessThan(16 + 32);
    expect(server.replayed).toBe(`${'x'.repeat(1_000)}-- Start\n`);
  });

  test('tells when every edit is on its way, soon if there is no link', async () => {
    const writer = new Writer(new FakeServer());
    await writer.sync.open();
    const { promise, resolve } = Promise.withResolvers<void>();
    writer.transport.stall = promise;
    for (let n = 0; n < 20; n++) writer.type(0, 'x');
    const sent = vi.fn<() => void>();
    void writer.sync.whenSent(5_000).then(sent);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(sent).not.toHaveBeenCalled();
    resolve();
    await vi.advanceTimersByTimeAsync(50);
    expect(sent).toHaveBeenCalledOnce();

    writer.transport.stall = new Promise(() => {});
    for (let n = 0; n < 20; n++) writer.type(0, 'x');
    void writer.sync.whenSent(5_000).then(sent);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toHaveBeenCalledTimes(2);
    void writer.sync.whenSent(5_000).then(sent);
    writer.sync.close();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toHaveBeenCalledTimes(3);
  });

  test('merges edits only up to the size of one message', async () => {
    const server = new FakeServer();
    const writer = new Writer(server);
    await writer.sync.open();
    const { promise, resolve } = Promise.withResolvers<void>();
    writer.transport.stall = promise;
    for (const letter of 'abcdefghijklmnopqrst') writer.type(0, letter.repeat(70_000));
    writer.type(0, 'z'.repeat(700_000));
    const large = writer.store.edits.size;
    expect(large).toBeGreaterThan(16);
    const before = [...writer.store.edits.keys()];
    for (let n = 0; n < 100; n++) writer.type(0, 'w');
    expect([...writer.store.edits.keys()].slice(0, large - 4)).toEqual(before.slice(0, -4));
    expect(writer.store.edits.size).toBeLessThan(large + 32);
    resolve();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(writer.sync.state.kind).toBe('saved');
    expect(server.replayed).toBe(writer.text);
  });

  test("sends a peer's unlogged edit only if the server requests it", async () => {
    const server = new FakeServer();
    const [anna, ben] = [new Writer(server), new Writer(server)];
    for (const writer of [anna, ben]) await writer.sync.open();
    // Anna's edit was relayed to Ben; then her node and her browser died before it was written.
    anna.transport.isUp = false;
    anna.type(0, 'lost ');
    ben.sync.receive(toBase64(Y.encodeStateAsUpdate(anna.gate.shared)));
    anna.sync.destroy();
    // While she counts as present, the server replies as if it had her edit.
    ben.transport.claimedClocks.set(anna.gate.editing.clientID, 5);
    await ben.sync.open();
    await vi.advanceTimersByTimeAsync(100);
    expect(server.replayed).toBe('-- Start\n');
    ben.transport.claimedClocks.clear();
    ben.type(5, 'found ');
    await ben.sync.open();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(ben.sync.state.kind).toBe('saved');
    expect(server.replayed).toBe('lost found -- Start\n');
  });

  test('retries a failed reopening for as long as the link is up', async () => {
    const writer = new Writer(new FakeServer());
    await writer.sync.open();
    writer.transport.failingOpens = 3;
    void writer.sync.reopen();
    await vi.advanceTimersByTimeAsync(10);
    writer.type(0, 'x');
    expect(writer.sync.state.kind).toBe('waiting');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(writer.transport.failingOpens).toBe(-1);
    expect(writer.sync.state.kind).toBe('saved');
    expect(writer.transport.server.replayed).toBe('x-- Start\n');
    // Closing the link stops the retries.
    writer.transport.failingOpens = 3;
    void writer.sync.reopen();
    await vi.advanceTimersByTimeAsync(10);
    writer.sync.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(writer.transport.failingOpens).toBe(2);
  });

  test('reopens after the present opening if that was requested meanwhile', async () => {
    const writer = new Writer(new FakeServer());
    const opens = vi.spyOn(writer.transport, 'open');
    const opening = writer.sync.open();
    void writer.sync.reopen();
    expect((await opening).ok).toBe(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(opens).toHaveBeenCalledTimes(2);
    expect(writer.sync.state.kind).toBe('saved');
  });

  test('resends a lost deletion although the state vectors are equal', async () => {
    const server = new FakeServer();
    const writer = new Writer(server);
    await writer.sync.open();
    Y.applyUpdate(writer.gate.shared, deletionOf(writer.gate.shared), 'not sent');
    writer.transport.faults.push('lost');
    await vi.advanceTimersByTimeAsync(2_000);
    await writer.sync.open();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(server.replayed).toBe(writer.text);
  });

  test('sends a paste of 200,000 characters as one message', async () => {
    const server = new FakeServer();
    const [anna, ben] = [new Writer(server), new Writer(server)];
    for (const writer of [anna, ben]) await writer.sync.open();
    anna.type(0, 'select 1; -- '.repeat(15_000));
    await vi.advanceTimersByTimeAsync(1_000);
    ben.deliver();
    expect(anna.transport.sent).toBe(1);
    expect(ben.text === anna.text).toBe(true);
    expect(server.replayed === anna.text).toBe(true);
  });

  test('sends edits of an earlier page under their old ids', async () => {
    const server = new FakeServer();
    const before = new Writer(server);
    await before.sync.open();
    before.transport.isUp = false;
    before.type(0, 'unsent ');
    const [edit] = [...before.store.edits.values()];
    before.gate.mode = 'enter';
    before.type(0, 'held secret ');
    before.gate.text.delete(5, 7);
    const held = before.gate.held;
    before.sync.destroy();
    if (!edit || !held) throw new Error('There are no unsent edits');

    const after = new Writer(server);
    await after.sync.open();
    after.sync.adopt([
      { ...edit, isHeld: false },
      { id: 'held', update: held, isHeld: true },
    ]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.replayed).toBe('held unsent -- Start\n');
    expect(server.log.has(edit.id)).toBe(true);
    expect([...server.log.values()].some((update) => new TextDecoder('latin1').decode(update).includes('secret'))).toBe(
      false,
    );
  });

  test('sends all edits as one after a refusal, once they fit', async () => {
    const server = new FakeServer();
    const writer = new Writer(server);
    await writer.sync.open();
    const accept = server.accept.bind(server);
    server.accept = (from, id, update, isLogged) =>
      update.length > 500 ? refusal('too_large') : accept(from, id, update, isLogged);
    writer.type(0, 'x'.repeat(1_000));
    await vi.advanceTimersByTimeAsync(10);
    expect(writer.sync.state).toMatchObject({ kind: 'refused', error: { code: 'too_large' } });
    writer.gate.text.delete(0, 900);
    await vi.advanceTimersByTimeAsync(10);
    expect(writer.sync.state.kind).toBe('saved');
    expect(server.replayed).toBe(writer.text);
  });

  test('stops waiting for a save in time with a clock set back', async () => {
    const writer = new Writer(new FakeServer());
    writer.type(0, 'unsaved');
    const onAnswer = vi.fn<(isSaved: boolean) => void>();
    void writer.sync.whenSaved(1_000).then(onAnswer);
    vi.setSystemTime(Date.now() - 3 * 3_600_000);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(onAnswer).toHaveBeenCalledExactlyOnceWith(false);
  });
});

/** Returns another client's deletion of the first three characters. */
function deletionOf(doc: Y.Doc): Uint8Array {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  const vector = Y.encodeStateVector(copy);
  copy.getText(SHARED_TEXT).delete(0, 3);
  return Y.encodeStateAsUpdate(copy, vector);
}
