import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import '../../../testing/fake-indexed-db.ts';
import { expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { fromBase64, toBase64 } from './base64.ts';
import type { DocumentTransport } from './document-transport.ts';
import { inDeviceDatabase } from '../device/device-database.ts';
import { LiveCode } from './live-code.ts';

const PERSON = { id: 'p-1', name: 'Ada' };
const REFUSED = { ok: false as const, error: { code: 'invalid' as const, message: 'The edit is not valid.' } };

/** Refuses an edit if another client wrote under its client id. */
class Server implements DocumentTransport {
  readonly doc = new Y.Doc();
  readonly taken = new Set<number>();
  isRefusingAll = false;
  opened = 0;

  get text(): string {
    return this.doc.getText(SHARED_TEXT).toJSON();
  }

  /** Writes a letter as another client under this client id. */
  take(client: number): void {
    const copy = new Y.Doc();
    copy.clientID = client;
    copy.getText(SHARED_TEXT).insert(0, 'M');
    Y.applyUpdate(this.doc, Y.encodeStateAsUpdate(copy));
    this.taken.add(client);
  }

  async open(stateVector: string) {
    await Promise.resolve();
    this.opened++;
    const update = toBase64(Y.encodeStateAsUpdate(this.doc, fromBase64(stateVector)));
    const state = toBase64(Y.encodeStateVector(this.doc));
    return { ok: true as const, language: 'sql', update, stateVector: state, firstClientId: 2 ** 48 };
  }

  async update(_id: string, update: string) {
    await Promise.resolve();
    const writers = [...Y.parseUpdateMeta(fromBase64(update)).to.keys()];
    if (this.isRefusingAll || writers.some((client) => this.taken.has(client))) return REFUSED;
    Y.applyUpdate(this.doc, fromBase64(update));
    return { ok: true as const };
  }

  changeLanguage = () => Promise.resolve({ ok: true as const });
  moveCursor = () => undefined;
  noteOffline = () => Promise.resolve({ ok: true as const });
}

/** Opens a room on a page. `lies` collects the texts that the page called saved while the server had another one. */
async function open(roomCode: string, server: Server) {
  const code = new LiveCode(roomCode, server);
  const lies: string[] = [];
  code.store.subscribe(() => {
    const { sync, isHolding } = code.store.get();
    const isSaved = sync.kind === 'saved' && !isHolding;
    if (isSaved && server.text !== code.text) lies.push(code.text);
  });
  await code.open(PERSON);
  return { code, lies };
}

const saved = (code: LiveCode) => vi.waitFor(() => expect(code.store.get().sync.kind).toBe('saved'));

async function pendingRows(roomCode: string): Promise<number> {
  const scope = `${roomCode} ${PERSON.id}`;
  return (await inDeviceDatabase((database) => database.getAllKeysFromIndex('pending', 'scope', scope))).length;
}

test('resends text under a new client id if another client took the old', async () => {
  const server = new Server();
  const { code, lies } = await open('private-room-refused1', server);
  const before = code.gate.editing.clientID;
  server.take(before);
  code.gate.text.insert(0, 'first line\n');
  code.gate.text.insert(11, 'second');
  await saved(code);
  expect(server.text).toContain('first line\nsecond');
  expect([code.text, lies]).toEqual([server.text, []]);
  const { clientID } = code.gate.editing;
  expect(clientID).not.toBe(before);
  expect(code.cursors.awareness.clientID).toBe(clientID);
  code.gate.text.insert(code.text.length, '\nthird line\n');
  await saved(code);
  expect(server.text).toBe(code.text);
  await code.flush();
  expect(await pendingRows('private-room-refused1')).toBe(0);
  await code.destroy();
});

test('restores and sends the text that an earlier page could not send', async () => {
  const server = new Server();
  const first = await open('private-room-refused2', server);
  server.take(first.code.gate.editing.clientID);
  server.isRefusingAll = true;
  first.code.gate.text.insert(0, 'kept line\n');
  await vi.waitFor(() => expect(first.code.store.get().sync.kind).toBe('refused'));
  await first.code.destroy();
  server.isRefusingAll = false;
  const second = await open('private-room-refused2', server);
  await vi.waitFor(() => expect(server.text).toContain('kept line\n'));
  await saved(second.code);
  expect(second.code.text).toBe(server.text);
  expect(server.text.match(/kept line/g)).toHaveLength(1);
  await second.code.destroy();
});

test('retains edits that are refused under every client id and stops retrying', async () => {
  const server = new Server();
  const { code, lies } = await open('private-room-refused3', server);
  server.isRefusingAll = true;
  code.gate.text.insert(0, 'a line\n');
  await vi.waitFor(() => expect(server.opened).toBe(4));
  await vi.waitFor(() => expect(code.store.get().sync).toEqual({ kind: 'refused', error: REFUSED.error }));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect([server.opened, code.text, lies]).toEqual([4, 'a line\n', []]);
  await code.destroy();
});

test('sends text of another file, which a node of the previous release refuses, on the next link', async () => {
  const server = new Server();
  const { code } = await open('private-room-refused5', server);
  server.isRefusingAll = true;
  code.gate.file('code2').text.insert(0, 'x = 1\n');
  await vi.waitFor(() => expect(server.opened).toBe(4));
  await vi.waitFor(() => expect(code.store.get().sync.kind).toBe('refused'));
  expect(code.textOf('code2')).toBe('x = 1\n');
  server.isRefusingAll = false;
  code.close();
  await code.open(PERSON);
  await saved(code);
  expect([code.textOf('code2'), server.doc.getText('code2').toJSON()]).toEqual(['x = 1\n', 'x = 1\n']);
  await code.destroy();
});

test('keeps edits refused, and on the device, while the code that reapplies them does not load', async () => {
  vi.resetModules();
  vi.doMock('./edits/reapply-edits.ts', () => {
    throw new Error('The file is missing.');
  });
  const { LiveCode: Later } = await import('./live-code.ts');
  const server = new Server();
  const code = new Later('private-room-refused4', server);
  await code.open(PERSON);
  server.take(code.gate.editing.clientID);
  code.gate.text.insert(0, 'a line\n');
  await vi.waitFor(() => expect(code.store.get().sync).toEqual({ kind: 'refused', error: REFUSED.error }));
  await code.flush();
  expect([code.text, server.opened, await pendingRows('private-room-refused4')]).toEqual(['a line\n', 1, 1]);
  vi.doUnmock('./edits/reapply-edits.ts');
  code.close();
  await code.open(PERSON);
  await vi.waitFor(() => expect(server.text).toContain('a line\n'));
  await code.destroy();
});
