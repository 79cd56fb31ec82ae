import { setTimeout as sleep } from 'node:timers/promises';
import { LoadGenerator } from '../load/load-generator.ts';
import type { Place } from '../load/protocols/protocol.ts';
import { cpuOf } from '../machine/proc.ts';
import { OWN } from '../servers/contenders.ts';
import type { Stage } from '../servers/stage.ts';

/** What it costs a node to open a long document for the first who joins after its start. */
export interface ColdJoin {
  edits: number;
  /** Rows that are in no snapshot and have to be replayed. */
  rows: number;
  /** Median processor time of the node, in milliseconds. */
  cpuMs: number;
  /** Median time until the joiner has the document, in milliseconds. */
  waitMs: number;
}

const ROOMS_EACH = 3;
/** Typed before the log gets old, as somebody does who types for some minutes. */
const AGED_EVERY = 1_000;
/** What a join leaves to do, such as a snapshot, is done after this, in milliseconds. */
const AFTERMATH_MS = 500;

/**
 * Measures opening a long document twice: typed at a person's speed, with the snapshots the product makes on the
 * way; and typed within seconds, when nothing could be folded and the whole log has to be replayed.
 */
export async function measureColdJoin(stage: Stage, edits: number): Promise<{ folded: ColdJoin; whole: ColdJoin }> {
  const { first, typed, pasted } = await fillRooms(stage, edits);
  const server = await stage.start(OWN);
  const load = new LoadGenerator();
  const here = (place: Place) => ({ ...place, url: server.url });
  try {
    // The node has served before, as any node has; only these documents are new to it.
    await load.connect('own', first.map(here));
    const join = async (places: Place[]): Promise<ColdJoin> => {
      const joins: { rows: number; cpuMs: number; waitMs: number }[] = [];
      for (const place of places) {
        const rows = await stage.database.unfoldedRows(place.room);
        await sleep(AFTERMATH_MS);
        const before = { cpu: cpuOf(server.pid), at: performance.now() };
        await load.connect('own', [here(place)]);
        const waitMs = performance.now() - before.at;
        await sleep(AFTERMATH_MS);
        joins.push({ rows, cpuMs: cpuOf(server.pid) - before.cpu, waitMs });
      }
      const median = (of: (typeof joins)[number][], by: 'rows' | 'cpuMs' | 'waitMs') =>
        of.map((each) => each[by]).toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? NaN;
      return { edits, rows: median(joins, 'rows'), cpuMs: median(joins, 'cpuMs'), waitMs: median(joins, 'waitMs') };
    };
    return { folded: await join(typed), whole: await join(pasted) };
  } finally {
    await Promise.all([load.stop(), server.stop()]);
  }
}

/** Fills rooms on a node that is gone afterwards; answers with who joins them. */
async function fillRooms(stage: Stage, edits: number) {
  const places = await stage.places(OWN, 1 + 2 * ROOMS_EACH);
  const server = await stage.start(OWN);
  const load = new LoadGenerator();
  try {
    const [first = [], ...others] = Object.values(Object.groupBy(places, ({ room }) => room));
    const joiners = others.flatMap((room = []) => room.filter(({ role }) => role === 'reader'));
    const typed = joiners.slice(0, ROOMS_EACH);
    const pasted = joiners.slice(ROOMS_EACH);
    const roomsOf = (some: Place[]) => some.map(({ room }) => room);
    await load.connect(
      'own',
      places.flatMap((place) => (place.role === 'writer' ? { ...place, url: server.url } : [])),
    );
    for (let done = 0; done < edits; done += AGED_EVERY) {
      await load.fill(roomsOf(typed), Math.min(AGED_EVERY, edits - done));
      await stage.database.age(roomsOf(typed));
    }
    await load.fill(roomsOf(pasted), edits);
    await sleep(AFTERMATH_MS);
    return { first, typed, pasted };
  } finally {
    await Promise.all([load.stop(), server.stop()]);
  }
}
