import { FILE_TEXTS, SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import type { ShownQuestion } from '@cip/contracts/questions/question-events';
import type { ShownStarter } from '@cip/contracts/questions/starters';
import { oneFile, type FileList } from '@cip/contracts/rooms/files';
import { hashedText } from '@cip/contracts/runs/run-texts';
import { createAtom, type Atom } from '@tanstack/store';
import { expect, onTestFinished, test } from 'vitest';
import * as Y from 'yjs';
import { TypingGate } from '../../../features/documents/sync/typing-gate.ts';
import { ShownQuestions } from '../../../features/questions/room/shown-questions.ts';
import { hashOf } from '../../../features/runs/state/run-id.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { addBelow, insertStarter, keptFiles, planStarter, replaceByStarter } from './insert-starter.ts';

const STARTER: ShownStarter = { language: 'python', code: 'def total():\n    pass\n' };
const ANSWER = 'print(1)\n';
type Ack = { ok: true; number: number } | { ok: false; error: { message: string } };

interface State {
  language: string;
  isConnected: boolean;
  files: FileList;
  filesAllowed: boolean;
}

/** A candidate's room whose code is this text, and a server that keeps codes put aside and creates files. */
function roomWith(
  text: string,
  answer: (room: { gate: TypingGate }) => Ack = () => ({ ok: true, number: 1 }),
  starter = STARTER,
  state: Atom<State> = createAtom<State>({
    language: 'python',
    isConnected: true,
    files: oneFile('python'),
    filesAllowed: true,
  }),
) {
  const gate = new TypingGate();
  onTestFinished(() => gate.destroy());
  const doc = new Y.Doc();
  doc.getText(SHARED_TEXT).insert(0, text);
  Y.applyUpdate(gate.shared, Y.encodeStateAsUpdate(doc));
  const asked: object[] = [];
  const putAside = async (name: string, payload: object) => {
    asked.push({ name, ...payload });
    return answer({ gate });
  };
  const question = { id: 'q-2', number: 2, text: '', starters: [starter], tests: [] };
  const files = fileServer(state);
  const room = {
    userType: 'candidate',
    code: {
      gate,
      get text() {
        return gate.text.toString();
      },
      textOf: (root: string) => gate.file(root).text.toString(),
      flush: async () => gate.flush(),
    },
    connection: { store: state, request: files.request },
    shownQuestions: new ShownQuestions(putAside as never, state, { questions: [question], front: null, reports: [] }),
  } as unknown as LiveRoom;
  return { room, asked, state, text: () => gate.text.toString(), ...files };
}

/** A server that changes the list of files, until `refuse` says what it answers instead. */
function fileServer(state: Atom<State>) {
  const requests: unknown[] = [];
  let refusal: string | null = null;
  const request = async (event: string, payload: { name?: string; root?: string }) => {
    requests.push([event, payload.name ?? payload.root]);
    if (refusal !== null) return { ok: false, error: { code: 'forbidden', message: refusal } };
    const { files, deleted } = state.get().files;
    if (event === 'file:create' && files.some(({ name }) => name === payload.name))
      return { ok: false, error: { code: 'invalid', message: `There is ${payload.name} already.` } };
    if (event === 'file:delete') {
      const isDeleted = (file: { root: string }) => file.root === payload.root;
      const left = {
        files: files.filter((file) => !isDeleted(file)),
        deleted: [...deleted, ...files.filter(isDeleted)],
      };
      state.set((all) => ({ ...all, files: left }));
      return { ok: true };
    }
    const root = payload.root ?? FILE_TEXTS[files.length + deleted.length] ?? '';
    const file = deleted.find((one) => one.root === root) ?? { root, name: payload.name ?? '' };
    const next = { files: [...files, file], deleted: deleted.filter((one) => one !== file) };
    state.set((all) => ({ ...all, files: next }));
    return { ok: true, root };
  };
  const names = () => state.get().files.files.map(({ name }) => name);
  const setFiles = (files: FileList) => state.set((all) => ({ ...all, files }));
  return { request, requests, names, setFiles, refuse: (message: string | null) => (refusal = message) };
}

const FILES = [
  { name: 'shop/cart.py', code: 'class Cart:\n    pass\n' },
  { name: 'prices.csv', code: 'tea,3\n' },
];
const PROJECT: ShownStarter = { ...STARTER, files: FILES };
const projectRoom = (text: string) => roomWith(text, undefined, PROJECT);
const first = { root: SHARED_TEXT, name: 'main.py' };

test('puts the answer aside for the starter, and undoes that', async () => {
  const { room, asked, text } = roomWith(ANSWER);

  expect(await replaceByStarter(room, 'q-2')).toBeNull();

  expect(asked).toEqual([{ name: 'question:put-aside', question: 'q-2', hash: hashOf(ANSWER) }]);
  expect(text()).toBe(STARTER.code);
  expect(planStarter(room, 'q-2')).toBeNull();
  room.code.gate.undoManager.undo();
  expect(text()).toBe(ANSWER);
  expect(await replaceByStarter(room, 'q-2')).toBeNull();
  expect(text()).toBe(STARTER.code);
});

test('replaces nothing that the server did not keep', async () => {
  const refused = roomWith(ANSWER, () => ({ ok: false, error: { message: 'There is no connection.' } }));
  expect(await replaceByStarter(refused.room, 'q-2')).toBe('There is no connection.');
  expect(refused.text()).toBe(ANSWER);

  const typed = roomWith(ANSWER, ({ gate }) => {
    gate.text.insert(0, 'x = 2\n');
    return { ok: true, number: 1 };
  });
  expect(await replaceByStarter(typed.room, 'q-2')).toMatch(/^Someone typed/);
  expect(typed.text()).toBe(`x = 2\n${ANSWER}`);
});

test('adds a starter below an answer where that is chosen, once', async () => {
  const { room, text } = roomWith(ANSWER);
  expect(await addBelow(room, 'q-2')).toBeNull();
  expect(await addBelow(room, 'q-2')).toBeNull();
  expect(text()).toBe(`${ANSWER}\n# ${'-'.repeat(20)} Question 2\n\n${STARTER.code}`);
});

test.each([
  ['below an answer', addBelow],
  ['in place of an answer', replaceByStarter],
])('says that the room’s language has no starter, and inserts none %s', async (_where, insert) => {
  const { room, asked, state, text } = roomWith(ANSWER);
  state.set((all) => ({ ...all, language: 'sql' }));
  const problem = 'This question has no starter in SQL. Nothing was changed.';
  expect(await insert(room, 'q-2')).toBe(problem);
  expect(await insertStarter(room, 'q-2')).toEqual({ problem });
  expect([text(), asked]).toEqual([ANSWER, []]);
});

test('plans an edit of the whole text only where nobody typed', () => {
  expect(planStarter(roomWith(DEFAULT_CODE).room, 'q-2')?.edit).toEqual({ from: 0, text: STARTER.code });
  expect(planStarter(roomWith(ANSWER).room, 'q-2')?.edit?.from).toBe(ANSWER.length);
});

test('inserts a project as one edit over its files, once, with an undo in each', async () => {
  const { room, text, names, requests } = projectRoom(DEFAULT_CODE);
  const { gate } = room.code;
  const updates: Uint8Array[] = [];
  gate.shared.on('update', (update: Uint8Array) => updates.push(update));

  expect(await insertStarter(room, 'q-2')).toBeNull();

  expect(names()).toEqual(['main.py', 'shop/cart.py', 'prices.csv']);
  expect(updates).toHaveLength(1);
  expect(['code', 'code2', 'code3'].map((root) => room.code.textOf(root))).toEqual([
    STARTER.code,
    ...FILES.map(({ code }) => code),
  ]);
  expect(planStarter(room, 'q-2')).toBeNull();
  expect(await insertStarter(room, 'q-2')).toBeNull();
  expect([requests.length, updates.length]).toEqual([2, 1]);
  gate.file('code2').undoManager.undo();
  expect([text(), room.code.textOf('code2'), room.code.textOf('code3')]).toEqual([STARTER.code, '', 'tea,3\n']);
  // What is empty is filled again, in place.
  expect(await insertStarter(room, 'q-2')).toBeNull();
  expect(room.code.textOf('code2')).toBe(FILES[0]?.code);
  expect(names()).toHaveLength(3);
});

test('takes the files of another starter away where nobody typed, and keeps others', async () => {
  const { room, names, state, setFiles } = projectRoom(DEFAULT_CODE);
  const schema = { name: 'schema.sql', code: 'create table customers ();' };
  const other = { ...room.shownQuestions.store.get().questions[0], id: 'q-1', number: 1 } as ShownQuestion;
  const starters = [{ ...STARTER, code: 'other', files: [schema, { name: 'seed.sql', code: 'insert' }] }];
  room.shownQuestions.store.set((all) => ({ ...all, questions: [{ ...other, starters }, ...all.questions] }));
  setFiles({
    files: [first, { root: 'code2', name: 'schema.sql' }, { root: 'code3', name: 'seed.sql' }],
    deleted: [],
  });
  const { gate } = room.code;
  gate.file('code2').text.insert(0, schema.code);
  gate.file('code3').text.insert(0, 'insert; -- typed');
  gate.flush();

  expect(await insertStarter(room, 'q-2')).toBeNull();

  expect(names()).toEqual(['main.py', 'seed.sql', 'shop/cart.py', 'prices.csv']);
  expect(state.get().files.deleted).toEqual([{ root: 'code2', name: 'schema.sql' }]);
  expect(await insertStarter(room, 'q-2')).toBeNull();
  expect(names()).toHaveLength(4);
});

test('inserts a starter of one file in the turn of the press', () => {
  const { room, text } = roomWith(DEFAULT_CODE);
  void insertStarter(room, 'q-2');
  expect(text()).toBe(STARTER.code);
});

test('leaves a file with another text as it is, and says so', async () => {
  const { room, text, setFiles, names } = projectRoom(DEFAULT_CODE);
  setFiles({ files: [first, { root: 'code2', name: 'Shop/Cart.py' }], deleted: [] });
  room.code.gate.file('code2').text.insert(0, 'mine');

  expect(await insertStarter(room, 'q-2')).toBeNull();

  expect(names()).toEqual(['main.py', 'Shop/Cart.py', 'prices.csv']);
  expect([text(), room.code.textOf('code2')]).toEqual([STARTER.code, 'mine']);
  expect(keptFiles(room, 'q-2')).toBe('Shop/Cart.py has another text and stays as it is.');
});

test.each([
  [
    'a file in the place of a folder',
    [first, { root: 'code2', name: 'shop' }],
    'The starter has a file shop/cart.py, and this session has shop already. Rename that first. Nothing was changed.',
  ],
  [
    'the first file by the name of another',
    [{ root: SHARED_TEXT, name: 'prices.csv' }],
    'The starter has a file prices.csv, and this session has prices.csv already. Rename that first. Nothing was changed.',
  ],
  [
    'one file left',
    FILE_TEXTS.slice(0, -1).map((root) => ({ root, name: root })),
    'The starter needs 2 more files, but only 1 of a session’s 20 files are left. Nothing was changed.',
  ],
])('changes nothing in a room with %s', async (_, files, problem) => {
  const { room, text, setFiles, requests } = projectRoom(DEFAULT_CODE);
  setFiles({ files, deleted: [] });
  expect(await insertStarter(room, 'q-2')).toEqual({ problem });
  expect([text(), requests]).toEqual([DEFAULT_CODE, []]);
});

test('changes nothing if a candidate could create only some of the files', async () => {
  const { room, text, setFiles, requests } = projectRoom(DEFAULT_CODE);
  Object.assign(room, { userType: 'candidate' });
  const own = FILE_TEXTS.slice(1, 14).map((root) => ({ root, name: root }));
  setFiles({ files: [first, ...own], deleted: [], creatableByCandidates: 1 });
  expect(await insertStarter(room, 'q-2')).toEqual({
    problem:
      'The starter needs 2 more files, but only 1 of the 14 files that candidates can create are left. Ask the interviewer to insert it. Nothing was changed.',
  });
  expect([text(), requests]).toEqual([DEFAULT_CODE, []]);
  expect(await insertStarter(Object.assign(room, { userType: 'interviewer' }), 'q-2')).toBeNull();
});

test('inserts nothing that the server refuses, and goes on where it stopped', async () => {
  const { room, text, refuse, names } = projectRoom(ANSWER);
  refuse('Only interviewers change files here.');
  expect(await insertStarter(room, 'q-2')).toBe('ask');
  expect(await addBelow(room, 'q-2')).toBe('Only interviewers change files here.');
  expect(await replaceByStarter(room, 'q-2')).toBe('Only interviewers change files here.');
  expect(text()).toBe(ANSWER);
  refuse(null);
  expect(await replaceByStarter(room, 'q-2')).toBeNull();
  expect([text(), room.code.textOf('code2'), names().length]).toEqual([STARTER.code, FILES[0]?.code, 3]);
});

test('restores a file that was deleted as the starter has it', async () => {
  const { room, setFiles, requests, names } = projectRoom(DEFAULT_CODE);
  setFiles({ files: [first], deleted: [{ root: 'code2', name: 'shop/cart.py' }] });
  room.code.gate.file('code2').text.insert(0, FILES[0]?.code ?? '');
  expect(await insertStarter(room, 'q-2')).toBeNull();
  expect(requests).toEqual([
    ['file:restore', 'code2'],
    ['file:create', 'prices.csv'],
  ]);
  expect(room.code.textOf('code2')).toBe(FILES[0]?.code);
  expect(names()).toHaveLength(3);
});

test('does not double a starter that two people insert together', async () => {
  const ada = projectRoom(DEFAULT_CODE);
  const ben = roomWith('', undefined, PROJECT, ada.state);
  Y.applyUpdate(ben.room.code.gate.shared, Y.encodeStateAsUpdate(ada.room.code.gate.shared));
  const [byAda, byBen]: [Uint8Array[], Uint8Array[]] = [[], []];
  ada.room.code.gate.shared.on('update', (update: Uint8Array) => byAda.push(update));
  ben.room.code.gate.shared.on('update', (update: Uint8Array) => byBen.push(update));

  const outcomes = await Promise.all([insertStarter(ada.room, 'q-2'), insertStarter(ben.room, 'q-2')]);
  // Their edits cross each other.
  for (const update of byBen.slice()) Y.applyUpdate(ada.room.code.gate.shared, update);
  for (const update of byAda.slice()) Y.applyUpdate(ben.room.code.gate.shared, update);

  expect(outcomes.filter((outcome) => outcome !== null)).toEqual([
    { problem: expect.stringMatching(/^[\w./]+ was created meanwhile/) },
  ]);
  expect(['code', 'code2', 'code3'].map((root) => ben.room.code.textOf(root))).toEqual([
    STARTER.code,
    ...FILES.map(({ code }) => code),
  ]);
  expect([planStarter(ada.room, 'q-2'), planStarter(ben.room, 'q-2')]).toEqual([null, null]);
});

test('goes on after a reply that was lost', async () => {
  const { room, text } = projectRoom(DEFAULT_CODE);
  const { request } = room.connection;
  room.connection.request = async (event, payload) => {
    await request(event, payload);
    room.connection.request = request;
    return { ok: false, error: { code: 'unavailable', message: 'There is no connection.' } };
  };
  expect(await insertStarter(room, 'q-2')).toMatchObject({ problem: expect.stringContaining('try again') });
  expect(await insertStarter(room, 'q-2')).toBeNull();
  expect([text(), room.code.textOf('code2')]).toEqual([STARTER.code, FILES[0]?.code]);
});

test('restores files of a starter although none can be created', async () => {
  const { room, setFiles, names } = projectRoom(DEFAULT_CODE);
  const [, second = '', third = '', ...others] = FILE_TEXTS;
  const deleted = [second, third].map((root, index) => ({ root, name: FILES[index]?.name ?? '' }));
  setFiles({ files: [first, ...others.map((root) => ({ root, name: root }))], deleted });
  FILES.forEach(({ code }, index) => room.code.gate.file(deleted[index]?.root ?? '').text.insert(0, code));
  expect(await insertStarter(room, 'q-2')).toBeNull();
  expect(names()).toEqual(expect.arrayContaining(FILES.map(({ name }) => name)));
});

test('keeps what someone types into a new file or into the first one meanwhile', async () => {
  const { room, text } = projectRoom(DEFAULT_CODE);
  const { request } = room.connection;
  room.connection.request = async (event, payload) => {
    room.code.gate.file('code2').text.insert(0, 'theirs');
    return request(event, payload);
  };
  expect(await insertStarter(room, 'q-2')).toBeNull();
  expect(room.code.textOf('code2')).toMatch(/^(theirs)+$/);
  const typed = projectRoom(DEFAULT_CODE);
  const { request: create } = typed.room.connection;
  typed.room.connection.request = async (event, payload) => {
    typed.room.code.gate.text.insert(0, 'x = 1\n');
    return create(event, payload);
  };
  expect(await insertStarter(typed.room, 'q-2')).toBe('ask');
  expect(typed.text()).toContain('x = 1');
  expect(text()).toBe(STARTER.code);
});

const SCHEMA = { root: 'code3', name: 'schema.sql' };

/** A room whose project someone changed, with a file that the starter of the next question lacks. */
function ownProject(answer?: Parameters<typeof roomWith>[1], starter = PROJECT) {
  const own = roomWith(ANSWER, answer, starter);
  own.setFiles({ files: [first, { root: 'code2', name: 'shop/cart.py' }, SCHEMA], deleted: [] });
  own.room.code.gate.file('code2').text.insert(0, 'mine');
  own.room.code.gate.file('code3').text.insert(0, 'create table customers ();');
  own.room.code.gate.flush();
  const files = [
    { name: 'main.py', content: ANSWER },
    { name: 'shop/cart.py', content: 'mine' },
    { name: 'schema.sql', content: 'create table customers ();' },
  ];
  const textOf = (root: string) => own.room.code.textOf(root);
  return { ...own, textOf, hash: hashOf(hashedText(ANSWER, files)) };
}

test('puts a project aside with all its files, and begins with only those of the starter', async () => {
  const { room, asked, hash, requests, names, textOf } = ownProject();
  const { gate } = room.code;
  const updates: Uint8Array[] = [];
  gate.shared.on('update', (update: Uint8Array) => updates.push(update));

  expect(await replaceByStarter(room, 'q-2')).toBeNull();

  expect(asked).toEqual([{ name: 'question:put-aside', question: 'q-2', hash }]);
  expect(requests).toEqual([
    ['file:create', 'prices.csv'],
    ['file:delete', SCHEMA.root],
  ]);
  expect(names()).toEqual(['main.py', 'shop/cart.py', 'prices.csv']);
  expect(['code', 'code2', 'code4'].map(textOf)).toEqual([STARTER.code, ...FILES.map(({ code }) => code)]);
  expect(updates).toHaveLength(1);
  // It can be restored.
  expect(textOf(SCHEMA.root)).toBe('create table customers ();');
  expect(planStarter(room, 'q-2', true)).toBeNull();
  gate.file('code2').undoManager.undo();
  expect(['code', 'code2'].map(textOf)).toEqual([STARTER.code, 'mine']);
});

test('deletes the files of a project that are in the way of a starter of one file', async () => {
  const { room, names, text } = ownProject(undefined, STARTER);
  expect(await replaceByStarter(room, 'q-2')).toBeNull();
  expect([names(), text()]).toEqual([['main.py'], STARTER.code]);
});

test.each(['code2', SCHEMA.root])('replaces and deletes nothing if someone types into %s meanwhile', async (root) => {
  const { room, textOf, names, hash, asked } = ownProject(({ gate }) => {
    gate.file(root).text.insert(0, 'theirs ');
    return { ok: true, number: 1 };
  });
  expect(await replaceByStarter(room, 'q-2')).toMatch(/^Someone typed/);
  expect(asked).toMatchObject([{ hash }]);
  expect([textOf('code'), textOf(root)]).toEqual([ANSWER, expect.stringMatching(/^theirs /)]);
  expect(names()).toEqual(['main.py', 'shop/cart.py', 'schema.sql']);
});

test('keeps a file that someone creates and types into while a project is put aside', async () => {
  const own = ownProject(({ gate }) => {
    const { files } = own.state.get().files;
    own.setFiles({ files: [...files, { root: 'code4', name: 'prices.csv' }], deleted: [] });
    gate.file('code4').text.insert(0, 'theirs');
    return { ok: true, number: 1 };
  });
  expect(await replaceByStarter(own.room, 'q-2')).toMatch(/^prices.csv was created meanwhile/);
  expect(['code', 'code4'].map(own.textOf)).toEqual([ANSWER, 'theirs']);
  expect(own.names()).toHaveLength(4);
});

test('deletes no file for a candidate who may not, and names those that stay', async () => {
  const { room, state, requests, names, text } = ownProject(undefined, STARTER);
  state.set((all) => ({ ...all, filesAllowed: false }));
  expect(planStarter(room, 'q-2', true)?.files.kept).toEqual(['shop/cart.py', 'schema.sql']);
  expect(await replaceByStarter(room, 'q-2')).toBeNull();
  expect([requests, names().length, text()]).toEqual([[], 3, STARTER.code]);
});

test('says which file is left if it cannot be deleted', async () => {
  const { room, refuse, text } = ownProject(undefined, STARTER);
  refuse('There is no connection.');
  expect(await replaceByStarter(room, 'q-2')).toBe(
    'The starter is there, but shop/cart.py could not be deleted. There is no connection.',
  );
  expect(text()).toBe(STARTER.code);
});

test('puts nothing aside that it could not replace', async () => {
  const { room, setFiles, asked } = ownProject();
  setFiles({ files: [{ root: SHARED_TEXT, name: 'prices.csv' }], deleted: [] });
  expect(await replaceByStarter(room, 'q-2')).toMatch(/^The starter has a file prices.csv/);
  expect(asked).toEqual([]);
});
