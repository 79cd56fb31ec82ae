import { FILE_TEXTS } from '@cip/contracts/rooms/text-limits';
import * as Y from 'yjs';

/** Text inserted behind a character that the server has, or at the start of a file's text. */
interface Inserted {
  after: Y.ID | null;
  text: string;
}

/** Texts inserted, by file, and ranges deleted. */
interface Changes {
  inserted: Map<string, Inserted[]>;
  deleted: { client: number; clock: number; len: number }[];
}

/** Of each client the clock of its first character that is reapplied. */
type Starts = ReadonlyMap<number, number>;

/**
 * Reapplies refused `edits` to `doc`, which holds the server's state and writes under another client id. If the server
 * has text under the edits' own ids, it may come from another client, so it stays and does not count as theirs.
 */
export function reapplyEdits(doc: Y.Doc, edits: Uint8Array[]): void {
  const { inserted, deleted } = changesOf(doc, Y.mergeUpdates(edits));
  doc.transact(() => {
    for (const [root, ofFile] of inserted) {
      const text = doc.getText(root);
      // Last first, because an insertion goes behind deleted characters, which could be behind the next insertion's
      // position.
      for (const { after, text: letters } of ofFile.toReversed()) text.insert(indexAfter(text, after), letters);
      for (const { index, length } of rangesOf(text, deleted).toReversed()) text.delete(index, length);
    }
  });
}

function changesOf(server: Y.Doc, edit: Uint8Array): Changes {
  const { structs, ds } = Y.decodeUpdate(edit);
  const starts = startsOf(server, structs);
  const doc = copyBefore(server, starts);
  Y.applyUpdate(doc, edit);
  const deleted = [...ds.clients].flatMap(([client, ranges]) =>
    ranges.flatMap(({ clock, len }) => {
      const end = Math.min(clock + len, starts.get(client) ?? Infinity);
      return end > clock ? [{ client, clock, len: end - clock }] : [];
    }),
  );
  const inserted = new Map(FILE_TEXTS.map((root) => [root, insertedIn(doc.getText(root), starts)]));
  doc.destroy();
  return { inserted, deleted };
}

type Struct = ReturnType<typeof Y.decodeUpdate>['structs'][number];

/** Returns for each client of an edit its first character that the server misses, or has with another content. */
function startsOf(server: Y.Doc, structs: Struct[]): Map<number, number> {
  const starts = new Map<number, number>();
  for (const struct of structs) {
    const { client, clock } = struct.id;
    if (clock === (starts.get(client) ?? clock)) starts.set(client, clock + lengthOfSame(server, struct));
  }
  return starts;
}

function lengthOfSame(server: Y.Doc, struct: Struct): number {
  const { client, clock } = struct.id;
  const known = server.store.clients.get(client) ?? [];
  const letters = lettersOf(struct);
  let same = 0;
  for (const there of known) {
    const from = there.id.clock - clock;
    if (from > same || from + there.length <= same) continue;
    const theirs = lettersOf(there);
    while (same < Math.min(struct.length, from + there.length) && isSame(letters?.[same], theirs?.[same - from]))
      same++;
  }
  return same;
}

const lettersOf = (struct: Struct) =>
  struct instanceof Y.Item && struct.content instanceof Y.ContentString ? struct.content.str : null;

// Deleted characters have no content any more.
const isSame = (own: string | undefined, there: string | undefined) => own === there || own === undefined;

/** Returns a copy of the document without the characters from `starts` on. */
function copyBefore(server: Y.Doc, starts: Starts): Y.Doc {
  // Without garbage collection, because otherwise Yjs creates no document from a snapshot.
  const whole = new Y.Doc({ gc: false });
  Y.applyUpdate(whole, Y.encodeStateAsUpdate(server));
  const state = Y.decodeStateVector(Y.encodeStateVector(whole));
  for (const [client, start] of starts) state.set(client, Math.min(start, state.get(client) ?? 0));
  const cut = Y.createDocFromSnapshot(whole, Y.createSnapshot(Y.createDeleteSetFromStructStore(whole.store), state));
  whole.destroy();
  return cut;
}

function insertedIn(text: Y.Text, starts: Starts): Inserted[] {
  const inserted: Inserted[] = [];
  let after: Y.ID | null = null;
  let isRun = false;
  for (let item = text._start; item; item = item.right) {
    const { client, clock } = item.id;
    const known = Math.min(Math.max((starts.get(client) ?? Infinity) - clock, 0), item.length);
    if (known > 0) {
      after = Y.createID(client, clock + known - 1);
      isRun = false;
    }
    if (known === item.length || item.deleted || !(item.content instanceof Y.ContentString)) continue;
    const letters = item.content.str.slice(known);
    const run = inserted.at(-1);
    if (isRun && run) run.text += letters;
    else inserted.push({ after, text: letters });
    isRun = true;
  }
  return inserted;
}

function indexAfter(text: Y.Text, letter: Y.ID | null): number {
  if (letter === null || !text.doc) return 0;
  const behind = -1;
  const place = new Y.RelativePosition(null, null, letter, behind);
  return Y.createAbsolutePositionFromRelativePosition(place, text.doc)?.index ?? text.length;
}

/** Returns the positions in the text of the characters in `ranges` that are still there. */
function rangesOf(text: Y.Text, ranges: Changes['deleted']): { index: number; length: number }[] {
  const result: { index: number; length: number }[] = [];
  let index = 0;
  for (let item = text._start; item; item = item.right) {
    if (item.deleted) continue;
    for (const { client, clock, len } of ranges) {
      const from = Math.max(clock, item.id.clock);
      const to = Math.min(clock + len, item.id.clock + item.length);
      if (client === item.id.client && from < to)
        result.push({ index: index + from - item.id.clock, length: to - from });
    }
    index += item.length;
  }
  return result;
}
