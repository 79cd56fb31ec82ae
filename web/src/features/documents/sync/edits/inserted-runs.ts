import * as Y from 'yjs';

/** A text that one edit inserted, also if it was changed since: its characters have the clocks from `clock` on. */
export interface InsertedRun {
  client: number;
  clock: number;
  text: string;
}

/** The characters beside an insertion when it was made. */
interface Borders {
  left: Y.ID | null;
  right: Y.ID | null;
}

function* itemsOf(text: Y.Text): Generator<Y.Item> {
  for (let item = text._start; item !== null; item = item.right) yield item;
}

const has = ({ id, length }: Y.Item, { client, clock }: { client: number; clock: number }) =>
  id.client === client && id.clock <= clock && clock < id.clock + length;

export const areSame = (one: InsertedRun, other: InsertedRun) =>
  one.client === other.client && one.clock === other.clock;

/** Returns the characters beside an insertion when it was made; null if it is not in the text. */
export function bordersOf(text: Y.Text, { client, clock }: InsertedRun): Borders | null {
  for (const item of itemsOf(text)) {
    if (!has(item, { client, clock })) continue;
    // Yjs joins it with what the same client typed before.
    const left = item.id.clock < clock ? Y.createID(client, clock - 1) : item.origin;
    return { left, right: item.rightOrigin };
  }
  return null;
}

/**
 * Returns the texts that were inserted between the same characters as `like`, by people who did not know it: otherwise
 * it would lie between.
 */
export function insertedBetween(text: Y.Text, { left, right }: Borders, like: InsertedRun): InsertedRun[] {
  return [...itemsOf(text)].flatMap((item) => {
    const { origin, rightOrigin, id } = item;
    if (!Y.compareIDs(rightOrigin, right)) return [];
    if (Y.compareIDs(origin, left)) return [{ ...like, client: id.client, clock: id.clock }];
    const isJoined = left !== null && has(item, left) && has(item, { ...left, clock: left.clock + 1 });
    return isJoined ? [{ ...like, client: id.client, clock: left.clock + 1 }] : [];
  });
}

/** Whether a client has inserted the text of a run, of which at least half is left. */
export function isCopyOf(text: Y.Text, run: InsertedRun): boolean {
  let left = 0;
  for (const { id, length, deleted, content } of itemsOf(text)) {
    const [from, to] = [Math.max(id.clock, run.clock), Math.min(id.clock + length, run.clock + run.text.length)];
    if (id.client !== run.client || from >= to || deleted || !(content instanceof Y.ContentString)) continue;
    const shown = content.str.slice(from - id.clock, to - id.clock);
    if (shown !== run.text.slice(from - run.clock, to - run.clock)) return false;
    left += shown.length;
  }
  return left * 2 >= run.text.length;
}

/** Returns the index of the first character of a run; null if that was deleted. */
export function placeOf(text: Y.Text, { client, clock }: Pick<InsertedRun, 'client' | 'clock'>): number | null {
  let index = 0;
  for (const item of itemsOf(text)) {
    if (has(item, { client, clock })) return item.deleted ? null : index + clock - item.id.clock;
    if (!item.deleted) index += item.length;
  }
  return null;
}

/** Whether a text still has a run as it was inserted, with nothing in between. */
export function isWhole(text: Y.Text, run: InsertedRun): boolean {
  const { length } = run.text;
  const at = placeOf(text, run);
  const last = placeOf(text, { client: run.client, clock: run.clock + length - 1 });
  return at !== null && last === at + length - 1 && text.toString().slice(at, at + length) === run.text;
}
