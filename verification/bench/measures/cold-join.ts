import { setTimeout as sleep } from 'node:timers/promises';
import { LoadGenerator } from '../load/load-generator.ts';
import type { Participant } from '../load/protocols/protocol.ts';
import { cpuOf } from '../machine/proc.ts';
import { OWN } from '../servers/contenders.ts';
import type { TestBed } from '../servers/test-bed.ts';

/** Cost of opening a long document for the first client after a node's start. */
export interface ColdJoin {
  edits: number;
  /** Log rows after the snapshot, which are replayed. */
  rows: number;
  /** Median processor time of the node, in milliseconds. */
  cpuMs: number;
  /** Median time until the client has the document, in milliseconds. */
  waitMs: number;
}

const ROOMS_EACH = 3;
/** Edits before the log is aged, as in some minutes of typing. */
const AGED_EVERY = 1_000;
/** Time for the work after a join, such as a snapshot, in milliseconds. */
const AFTERMATH_MS = 500;

/**
 * Measures opening a long document twice: typed at human speed, with snapshots taken on the way, and typed within
 * seconds, so that nothing was compacted and the whole log is replayed.
 */
export async function measureColdJoin(
  testBed: TestBed,
  edits: number,
): Promise<{ compacted: ColdJoin; whole: ColdJoin }> {
  const { first, typed, pasted } = await fillRooms(testBed, edits);
  const server = await testBed.start(OWN);
  const load = new LoadGenerator();
  const atServer = (participant: Participant) => ({ ...participant, url: server.url });
  try {
    // The node has served other rooms before; only these documents are new to it.
    await load.connect('own', first.map(atServer));
    const join = async (participants: Participant[]): Promise<ColdJoin> => {
      const joins: { rows: number; cpuMs: number; waitMs: number }[] = [];
      for (const participant of participants) {
        const rows = await testBed.database.uncompactedRows(participant.room);
        await sleep(AFTERMATH_MS);
        const before = { cpu: cpuOf(server.pid), at: performance.now() };
        await load.connect('own', [atServer(participant)]);
        const waitMs = performance.now() - before.at;
        await sleep(AFTERMATH_MS);
        joins.push({ rows, cpuMs: cpuOf(server.pid) - before.cpu, waitMs });
      }
      const median = (of: (typeof joins)[number][], by: 'rows' | 'cpuMs' | 'waitMs') =>
        of.map((each) => each[by]).toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? NaN;
      return { edits, rows: median(joins, 'rows'), cpuMs: median(joins, 'cpuMs'), waitMs: median(joins, 'waitMs') };
    };
    return { compacted: await join(typed), whole: await join(pasted) };
  } finally {
    await Promise.all([load.stop(), server.stop()]);
  }
}

/** Fills rooms on a node that is stopped afterwards. Returns the participants that join them. */
async function fillRooms(testBed: TestBed, edits: number) {
  const participants = await testBed.participants(OWN, 1 + 2 * ROOMS_EACH);
  const server = await testBed.start(OWN);
  const load = new LoadGenerator();
  try {
    const [first = [], ...others] = Object.values(Object.groupBy(participants, ({ room }) => room));
    const joiners = others.flatMap((room = []) => room.filter(({ role }) => role === 'reader'));
    const typed = joiners.slice(0, ROOMS_EACH);
    const pasted = joiners.slice(ROOMS_EACH);
    const roomsOf = (some: Participant[]) => some.map(({ room }) => room);
    await load.connect(
      'own',
      participants.flatMap((participant) => (participant.role === 'writer' ? { ...participant, url: server.url } : [])),
    );
    for (let done = 0; done < edits; done += AGED_EVERY) {
      await load.fill(roomsOf(typed), Math.min(AGED_EVERY, edits - done));
      await testBed.database.age(roomsOf(typed));
    }
    await load.fill(roomsOf(pasted), edits);
    await sleep(AFTERMATH_MS);
    return { first, typed, pasted };
  } finally {
    await Promise.all([load.stop(), server.stop()]);
  }
}
