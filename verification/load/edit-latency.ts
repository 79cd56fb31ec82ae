import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { setTimeout as sleep } from 'node:timers/promises';
import { OwnClient } from '../../server/src/testing/sockets/own-client.ts';
import { startCluster } from '../support/cluster.ts';
import { RawHttp } from '../support/raw-http.ts';
import { joinInterview, createCompany, startInterview } from '../support/company.ts';
import { raisePlanLimits } from '../support/plan-limits.ts';

const EDITS_PER_SECOND = 5;
const WARM_UP_SECONDS = 4;
/** Limits at the 95th percentile, in milliseconds. */
const PEER_P95_MS = 150;
const ACK_P95_MS = 200;

interface Latencies {
  peer: number[];
  ack: number[];
}

/**
 * Two clients type in each of many rooms of one node; their own process shares the machine and is part of the figures.
 * Returns true if edits reach the peer and are acknowledged from the disk within the limits.
 */
export async function measureEditLatency(rooms: number, seconds: number): Promise<boolean> {
  const cluster = await startCluster(1);
  try {
    const url = cluster.nodes[0]?.url ?? '';
    const http = new RawHttp(url);
    const { owner } = await createCompany(http, await raisePlanLimits(cluster));
    const latencies: Latencies = { peer: [], ack: [] };
    const pairs: [Typist, Typist][] = [];
    for (let room = 0; room < rooms; room++) pairs.push(await openRoom(url, http, owner, latencies));
    const typing = pairs.flat().map((typist) => typist.type(WARM_UP_SECONDS + seconds));
    await sleep(WARM_UP_SECONDS * 1_000);
    latencies.peer.length = latencies.ack.length = 0;
    await Promise.all(typing);
    await sleep(1_000);
    for (const typist of pairs.flat()) typist.close();
    http.close();
    const [peer, ack] = [p95(latencies.peer), p95(latencies.ack)];
    console.warn(
      `${rooms} rooms × 2 clients at ${EDITS_PER_SECOND}/s for ${seconds} s: edit to peer p95 ${peer.toFixed(1)} ms, ` +
        `durable acknowledgement p95 ${ack.toFixed(1)} ms, ${latencies.ack.length} edits`,
    );
    return peer <= PEER_P95_MS && ack <= ACK_P95_MS;
  } finally {
    await cluster.stop();
  }
}

async function openRoom(url: string, http: RawHttp, owner: string, latencies: Latencies): Promise<[Typist, Typist]> {
  const { room_code: roomCode } = await startInterview(http, owner);
  const { token } = await joinInterview(http, roomCode);
  const first = new Typist(await OwnClient.join(url, { roomCode, authToken: owner }), latencies);
  const second = new Typist(await OwnClient.join(url, { roomCode, authToken: token }), latencies);
  first.observe(second);
  second.observe(first);
  return [first, second];
}

class Typist {
  readonly #client: OwnClient;
  readonly #latencies: Latencies;
  /** When each character was typed that the peer has not shown yet. */
  readonly #typedAt: number[] = [];

  constructor(client: OwnClient, latencies: Latencies) {
    this.#client = client;
    this.#latencies = latencies;
    const send = client.update.bind(client);
    client.update = async (...given) => {
      const sentAt = performance.now();
      const reply = await send(...given);
      if (reply['ok'] === true) latencies.ack.push(performance.now() - sentAt);
      return reply;
    };
  }

  /** Measures when the peer's characters arrive; they arrive in the order they were typed. */
  observe(other: Typist): void {
    this.#client.doc.getText(SHARED_TEXT).observe(({ delta, transaction }) => {
      if (transaction.local) return;
      const inserted = delta.reduce((sum, { insert }) => sum + (typeof insert === 'string' ? insert.length : 0), 0);
      for (const typedAt of other.#typedAt.splice(0, inserted)) this.#latencies.peer.push(performance.now() - typedAt);
    });
  }

  async type(seconds: number): Promise<void> {
    await sleep(Math.random() * (1_000 / EDITS_PER_SECOND));
    for (let edit = 0; edit < seconds * EDITS_PER_SECOND; edit++) {
      this.#typedAt.push(performance.now());
      this.#client.insert(0, 'x');
      await sleep(1_000 / EDITS_PER_SECOND);
    }
  }

  close(): void {
    this.#client.close();
  }
}

function p95(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? NaN;
}
