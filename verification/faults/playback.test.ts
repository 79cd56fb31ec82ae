// @module-tag long
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { FrameReader } from '@cip/contracts/playback/playback-format';
import type { PlaybackEdit } from '@cip/contracts/playback/playback';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { replayDocument } from '../../server/src/features/documents/log/document-replay.ts';
import { saveSnapshot } from '../../server/src/features/documents/log/documents.repository.ts';
import { openDatabase, type Database } from '../../server/src/platform/database/database.ts';
import { OwnClient } from '../../server/src/testing/sockets/own-client.ts';
import { PlainClient } from '../../server/src/testing/sockets/plain-client.ts';
import { until } from '../../server/src/testing/until.ts';
import { readRecording } from '../../web/src/features/playback/replay/read-recording.ts';
import type { Recording } from '../../web/src/features/playback/replay/recording.ts';
import { startCluster, type Cluster } from '../support/cluster.ts';
import { endInterview, startInterview, storedCode, type RunningInterview } from '../support/interview.ts';
import { raisePlanLimits } from '../support/plan-limits.ts';
import { Random } from '../../testkit/random.ts';

const SEEDS = [1, 2, 3];
const STEPS = 120;
/** Texts of edits; a character of two units is divided by later ones. */
const TEXTS: [string, ...string[]] = ['a', 'select 1;\n', '  ', '😀', 'é', '\n', 'print("x")', 'zz'];

/** The texts of three files. */
const ROOTS: [string, ...string[]] = [SHARED_TEXT, 'code2', 'code3'];

let cluster: Cluster;
let database: { db: Database; close(): Promise<void> };
beforeAll(async () => {
  cluster = await startCluster(2);
  database = openDatabase({ databaseUrl: cluster.postgres.url, dataDir: '' }, console);
  const free = await raisePlanLimits(cluster);
  await database.db.updateTable('plans').set({ recording_enabled: true }).where('id', '=', free).execute();
});
afterAll(async () => {
  await database.close();
  await cluster.stop();
});

const open: { close(): void }[] = [];
afterEach(() => {
  for (const client of open.splice(0)) client.close();
});

/** An interview with a client of the product on each node, and one more with the documented events only. */
class Room {
  readonly interview: RunningInterview;
  readonly #random: Random;
  #clients: [OwnClient, OwnClient];
  #documented: PlainClient;
  /** A client that types without a connection, and since when; null if there is none. */
  #offline: { client: OwnClient; since: number } | null = null;

  private constructor(
    interview: RunningInterview,
    random: Random,
    clients: [OwnClient, OwnClient],
    documented: PlainClient,
  ) {
    [this.interview, this.#random, this.#clients, this.#documented] = [interview, random, clients, documented];
  }

  static async open(seed: number): Promise<Room> {
    const interview = await startInterview(cluster);
    const [first = '', second = ''] = cluster.nodes.map(({ url }) => url);
    const [ada, bob, cleo] = interview.candidates;
    const clients: [OwnClient, OwnClient] = [await OwnClient.join(first, ada), await OwnClient.join(second, bob)];
    const documented = await PlainClient.join(second, cleo);
    open.push(...clients, documented);
    for (const name of ['shop.sql', 'notes.md']) await clients[0].wire.emit('file:create', { id: randomUUID(), name });
    return new Room(interview, new Random(seed), clients, documented);
  }

  async step(): Promise<void> {
    const act = this.#random.below(100);
    const client = this.#random.pick(this.#clients);
    if (act < 55) this.#insert(client);
    else if (act < 80) this.#erase(client);
    else if (act < 88) await this.#typeWhole();
    else if (act < 93) await this.#changeConnection();
    else if (act < 96) await compact(this.interview.id);
    else await sleep(this.#random.below(30));
  }

  /** Reconnects and waits until every edit is acknowledged. */
  async settle(): Promise<void> {
    if (this.#offline) await this.#changeConnection();
    await until('all edits', () => this.#clients.every(({ unacknowledged }) => unacknowledged.size === 0));
  }

  #insert({ doc }: OwnClient): void {
    const file = doc.getText(this.#random.pick(ROOTS));
    file.insert(this.#random.below(file.length + 1), this.#random.pick(TEXTS));
  }

  #erase({ doc }: OwnClient): void {
    const file = doc.getText(this.#random.pick(ROOTS));
    if (file.length === 0) return;
    const at = this.#random.below(file.length);
    file.delete(at, Math.min(file.length - at, 1 + this.#random.below(4)));
  }

  async #typeWhole(): Promise<void> {
    const shown = this.#documented.code;
    const at = this.#random.below(shown.length + 1);
    const text = `${shown.slice(0, at)}${this.#random.pick(TEXTS)}${shown.slice(at + this.#random.below(3))}`;
    if (text.isWellFormed()) await this.#documented.type(text);
  }

  async #changeConnection(): Promise<void> {
    const gone = this.#offline;
    if (!gone) {
      const client = this.#random.pick(this.#clients);
      client.wire.socket.disconnect();
      this.#offline = { client, since: Date.now() };
      return;
    }
    this.#offline = null;
    const { client, since } = gone;
    const subscribed = client.wire.next('subscription:succeeded');
    client.wire.socket.connect();
    await subscribed;
    await client.open();
    await client.wire.emit('document:offline', { id: randomUUID(), forMs: Date.now() - since });
  }
}

async function compact(interviewId: string): Promise<void> {
  const { row, doc } = await replayDocument(database.db, interviewId);
  const state = { state: Y.encodeStateAsUpdate(doc), throughId: row.through_id, writers: {} };
  await saveSnapshot(database.db, interviewId, state);
}

async function download({ id, token }: RunningInterview, after: number | null): Promise<Response> {
  const query = after === null ? '' : `?after=${after}`;
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${cluster.nodes[1]?.url}/api/interview-sessions/${id}/playback${query}`, { headers });
  if (!response.ok) throw new Error(await response.text());
  return response;
}

function read(interview: RunningInterview): Promise<Recording> {
  const { signal } = new AbortController();
  return readRecording((after) => download(interview, after), { signal, onChange: () => undefined });
}

async function close({ id, token }: RunningInterview, stretch: { from: number; to: number }): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const url = `${cluster.nodes[0]?.url}/api/interview-sessions/${id}/closed-stretches`;
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(stretch) });
  if (!response.ok) throw new Error(await response.text());
}

async function editsOf(interview: RunningInterview): Promise<PlaybackEdit[]> {
  const bytes = new Uint8Array(await (await download(interview, null)).arrayBuffer());
  return new FrameReader().add(bytes).flatMap((frame) => (frame.kind === 'edits' ? frame.edits : []));
}

/** Returns a room that ended after random steps. */
async function endedRoom(seed: number): Promise<Room> {
  const room = await Room.open(seed);
  for (let step = 0; step < STEPS; step++) await room.step();
  await room.settle();
  await endInterview(cluster, room.interview);
  return room;
}

for (const seed of SEEDS)
  test(`plays to the stored text, and at each edit to the replay up to it: seed ${seed}`, async () => {
    const room = await endedRoom(seed);

    const recording = await read(room.interview);

    expect(recording.unapplied).toBe(0);
    expect(recording.textAt(recording.steps.length)).toBe(recording.head.text);
    expect(recording.head.text).toBe(await storedCode(cluster, room.interview));
    const atEnd = ROOTS.map((root) => [root, recording.textAt(recording.steps.length, root)]);
    expect(recording.head.files?.map(({ root, content }) => [root, content])).toEqual(atEnd);
    const doc = new Y.Doc();
    const edits = await editsOf(room.interview);
    expect(edits.map(({ id }) => id)).toEqual(recording.steps.map(({ id }) => id));
    edits.forEach(({ bytes }, index) => {
      Y.applyUpdate(doc, bytes);
      for (const root of ROOTS) expect(recording.textAt(index + 1, root)).toBe(doc.getText(root).toJSON());
    });
  });

for (const seed of SEEDS)
  test(`leaves every other moment as it was when a stretch is closed: seed ${seed}`, async () => {
    const room = await endedRoom(seed);
    const whole = await read(room.interview);
    const [first, last] = [Math.floor(whole.steps.length / 3), Math.floor((2 * whole.steps.length) / 3)];
    const stretch = { from: Math.floor(whole.clock[first] ?? 0), to: Math.ceil(whole.clock[last] ?? 0) + 1 };

    await close(room.interview, stretch);

    const closed = await read(room.interview);
    expect([closed.unapplied, closed.head.closed]).toEqual([0, [stretch]]);
    expect(closed.textAt(closed.steps.length)).toBe(whole.head.text);
    expect(await storedCode(cluster, room.interview)).toBe(whole.head.text);
    const places = new Map(whole.steps.map(({ id }, index) => [id, index + 1]));
    expect(closed.steps.length).toBeLessThan(whole.steps.length);
    closed.steps.forEach(({ id }, index) => {
      const place = places.get(id) ?? -1;
      for (const root of ROOTS) expect(closed.textAt(index + 1, root)).toBe(whole.textAt(place, root));
    });
  });
