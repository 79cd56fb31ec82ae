import '../../../testing/fake-indexed-db.ts';
import { CLIENT_IDS_EACH, FILE_TEXTS, SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { oneFile } from '@cip/contracts/rooms/files';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import { createAtom } from '@tanstack/store';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { fromBase64, toBase64 } from '../../../features/documents/sync/base64.ts';
import type { DocumentTransport } from '../../../features/documents/sync/document-transport.ts';
import { LiveCode } from '../../../features/documents/sync/live-code.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { addBelow, insertStarter, planStarter, replaceByStarter } from './insert-starter.ts';
import { Random } from '../../../../../testkit/random.ts';

const STARTER = {
  language: 'python',
  code: 'from cart import Cart\n',
  files: [{ name: 'cart.py', code: 'class Cart:\n    pass\n' }],
};
const QUESTION = { id: 'q-1', number: 1, text: '', starters: [STARTER], tests: [] };
const ROOTS = ['code', 'code2'] as const;

/** A server whose messages to and from each page wait until they are delivered. */
function slowServer() {
  const doc = new Y.Doc();
  doc.getText(SHARED_TEXT).insert(0, DEFAULT_CODE);
  const state = createAtom({ language: 'python', isConnected: true, files: oneFile('python') });
  const pages: LiveCode[] = [];
  const ways: (() => void)[][] = [];
  const wayOf = () => {
    const way: (() => void)[] = [];
    ways.push(way);
    return way;
  };
  const create = async (name: string) => {
    const { files } = state.get().files;
    if (files.some((file) => file.name === name)) return { ok: false, error: { code: 'invalid', message: 'There.' } };
    const root = FILE_TEXTS[files.length] ?? '';
    state.set((all) => ({ ...all, files: { files: [...files, { root, name }], deleted: [] } }));
    return { ok: true, root };
  };
  const join = async (nth: number): Promise<LiveRoom> => {
    const [up, down] = [wayOf(), wayOf()];
    downs[nth] = down;
    const transport: DocumentTransport = {
      open: async (vector) => {
        const [update, own] = [Y.encodeStateAsUpdate(doc, fromBase64(vector)), Y.encodeStateVector(doc)].map(toBase64);
        const firstClientId = 2 ** 40 + nth * CLIENT_IDS_EACH;
        return { ok: true, language: 'python', update: update ?? '', stateVector: own ?? '', firstClientId };
      },
      update: (_id, update) =>
        new Promise((resolve) => {
          up.push(() => {
            Y.applyUpdate(doc, fromBase64(update));
            for (const [other, page] of pages.entries())
              if (other !== nth) downs[other]?.push(() => page.receive(update));
            down.push(() => resolve({ ok: true }));
          });
        }),
      changeLanguage: async () => ({ ok: true }),
      moveCursor: () => undefined,
      noteOffline: async () => ({ ok: true }),
    };
    const code = new LiveCode(`race-${nth}`, transport);
    pages[nth] = code;
    await code.open({ id: `p-${nth}`, name: 'Ada' });
    code.gate.mode = 'instant';
    return {
      code,
      connection: { store: state, request: (_event: string, { name }: { name: string }) => create(name) },
      shownQuestions: {
        store: createAtom({ questions: [QUESTION] }),
        request: async () => ({ ok: true, number: 1 }),
      },
    } as unknown as LiveRoom;
  };
  const downs: (() => void)[][] = [];
  /** Delivers the first message of one way; returns false if none waits. */
  const deliver = (pick: (count: number) => number): boolean => {
    const waiting = ways.filter((way) => way.length > 0);
    waiting[pick(waiting.length)]?.shift()?.();
    return waiting.length > 0;
  };
  return { join, deliver, close: () => Promise.all(pages.map((page) => page.destroy())) };
}

const settle = () => new Promise<void>((resolve) => setTimeout(resolve));

async function deliverAll({ deliver }: ReturnType<typeof slowServer>): Promise<void> {
  for (;;) {
    await settle();
    if (!deliver(() => 0)) return;
  }
}

async function twoPeople() {
  const server = slowServer();
  const [ada, ben] = [await server.join(0), await server.join(1)];
  const texts = ({ code }: LiveRoom) => ROOTS.map((root) => code.textOf(root));
  return { server, ada, ben, texts };
}

const WHOLE = [STARTER.code, STARTER.files[0]?.code];

test('inserts a starter once whose edit has not arrived, although its files have', async () => {
  const { server, ada, ben, texts } = await twoPeople();
  expect(await insertStarter(ada, 'q-1')).toBeNull();
  expect(texts(ben)).toEqual([DEFAULT_CODE, '']);
  expect(await insertStarter(ben, 'q-1')).toBeNull();
  await deliverAll(server);

  expect([texts(ada), texts(ben)]).toEqual([WHOLE, WHOLE]);
  expect([planStarter(ada, 'q-1'), planStarter(ben, 'q-1')]).toEqual([null, null]);
  // Undoing it brings no older text back, wherever it is undone.
  for (const { code } of [ada, ben]) code.gate.undoManager.undo();
  await deliverAll(server);
  expect(texts(ada)[0]?.split(DEFAULT_CODE)).toHaveLength(2);
  await server.close();
});

test.each([0, 1])('keeps a line that person %i typed into a starter before the other one arrives', async (typist) => {
  const { server, ada, ben, texts } = await twoPeople();
  await insertStarter(ada, 'q-1');
  await insertStarter(ben, 'q-1');
  const { gate } = [ada, ben][typist]?.code ?? ada.code;
  gate.text.insert(gate.text.length, 'mine = 1\n');
  gate.file('code2').text.insert(6, 'Shop');
  await deliverAll(server);

  expect(texts(ada)).toEqual(texts(ben));
  expect(texts(ada)).toEqual([`${STARTER.code}mine = 1\n`, 'class ShopCart:\n    pass\n']);
  await server.close();
});

test('keeps a line that has not arrived when a starter is inserted', async () => {
  const { server, ada, ben, texts } = await twoPeople();
  ada.code.gate.text.insert(0, 'x = 1\n');
  await settle();
  expect(await insertStarter(ben, 'q-1')).toBeNull();
  await deliverAll(server);
  expect(texts(ada)).toEqual(texts(ben));
  expect(texts(ada)[0]).toContain('x = 1\n');
  expect(texts(ada)[0]?.replace('x = 1\n', '')).toBe(STARTER.code);
  await server.close();
});

test.each([
  ['below an answer', addBelow],
  ['in place of an answer', replaceByStarter],
])('adds a starter %s once if two people do so', async (_where, act) => {
  const { server, ada, ben, texts } = await twoPeople();
  ada.code.gate.text.insert(0, 'print(1)\n');
  await deliverAll(server);
  expect([await act(ada, 'q-1'), await act(ben, 'q-1')]).toEqual([null, null]);
  await deliverAll(server);
  expect(texts(ada)).toEqual(texts(ben));
  expect(texts(ada).map((text) => text.split(/from cart|class Cart/).length)).toEqual([2, 2]);
  await server.close();
});

test('leaves a starter alone that someone cuts out and pastes again', async () => {
  const { server, ada, ben, texts } = await twoPeople();
  await insertStarter(ben, 'q-1');
  await deliverAll(server);
  const { text } = ada.code.gate;
  text.delete(0, text.length);
  text.insert(0, STARTER.code);
  await deliverAll(server);
  expect([texts(ada), texts(ben)]).toEqual([WHOLE, WHOLE]);
  text.insert(0, STARTER.code);
  await deliverAll(server);
  expect(texts(ben)[0]).toBe(STARTER.code.repeat(2));
  await server.close();
});

/** Typed letters, each once: no starter has one of them. */
const FIRST_LETTER = 0x4e00;
const isTyped = (letter: string) => (letter.codePointAt(0) ?? 0) >= FIRST_LETTER;

/** Both insert the same starter while the first person types and messages arrive at any time. */
async function race(seed: number): Promise<void> {
  const { server, ada, ben, texts } = await twoPeople();
  const random = new Random(seed);
  const pick = (count: number) => random.below(count);
  const typed: string[] = [];
  const type = () => {
    const { text } = ada.code.gate.file(ROOTS[pick(2)] ?? 'code');
    // A file with a text of its own would stay as it is.
    if (text.length === 0) return;
    const letter = String.fromCodePoint(FIRST_LETTER + typed.length);
    typed.push(letter);
    text.insert(pick(text.length + 1), letter);
  };
  let inserted = 0;
  const insert = async (room: LiveRoom) => {
    if ((await insertStarter(room, 'q-1')) === null) inserted++;
  };
  const deliver = async () => void server.deliver(pick);
  const acts = [() => insert(ada), () => insert(ben), async () => type(), deliver, deliver];
  for (let step = 0; step < 10; step++) {
    await acts[pick(acts.length)]?.();
    await settle();
  }
  await deliverAll(server);

  expect(texts(ada), `seed ${seed}`).toEqual(texts(ben));
  const letters = texts(ada).flatMap((text) => [...text].filter(isTyped));
  expect(letters.toSorted(), `seed ${seed}`).toEqual(typed);
  const starters = texts(ada).map((text) => [...text].filter((letter) => !isTyped(letter)).join(''));
  if (inserted > 0) expect(starters, `seed ${seed}`).toEqual(WHOLE);
  await server.close();
}

async function keepsEachOnce(schedules: number): Promise<void> {
  for (let seed = 1; seed <= schedules; seed++) await race(seed);
}

test('neither doubles a starter nor loses a line, in 20 schedules', () =>
  expect(keepsEachOnce(20)).resolves.toBeUndefined());

test('neither doubles a starter nor loses a line, in 1,500 schedules', { tags: ['long'], timeout: 300_000 }, () =>
  expect(keepsEachOnce(1_500)).resolves.toBeUndefined(),
);
