import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Handshake } from '@cip/contracts/rooms/rooms';
import { PlainClient } from '../../server/src/testing/sockets/plain-client.ts';
import { until } from '../../server/src/testing/until.ts';
import { call } from '../support/api.ts';
import { startCluster, type Cluster, type NodeProcess } from '../support/cluster.ts';
import { startInterview, storedCode, type RunningInterview } from '../support/interview.ts';
import { Proxy } from '../support/proxy.ts';
import { p95 } from './waiting-times.ts';

/** An admitted candidate is in the room by then, whichever node dies (ms). */
const ADMITTED_WITHIN_MS = 3_000;
/** Admissions in one interview, which accepts two hundred joins. */
const PER_INTERVIEW = 50;
/** Time to retry a call while a node is away (ms). */
const RETRY_MS = 10_000;
/** If an entry takes longer than this, its admission counts as lost (ms). */
const LOST_AFTER_MS = 20_000;

/** The result of admissions under node kills. */
export interface AdmissionOutcome {
  /** From each acknowledged admission to the room (ms). */
  enteredAfterMs: number[];
  /** Text of candidates that is missing in the stored code. */
  lost: string[];
  /** Frames with the room's text to candidates who waited. */
  leaks: number;
}

/** Admits candidates, and kills the node of the interviewer or of the candidate right after each acknowledgement. */
export async function runAdmissions(cluster: Cluster, admissions: number): Promise<AdmissionOutcome> {
  const outcome: AdmissionOutcome = { enteredAfterMs: [], lost: [], leaks: 0 };
  for (let done = 0; done < admissions; done += PER_INTERVIEW) {
    const interview = await startInterview(cluster);
    const host = await joinThrough(cluster, 0, interview.interviewer);
    await retry(() => host.client.emit('room:ask-before-admitting', { isOn: true }));
    const lines: string[] = [];
    for (let nth = 0; nth < Math.min(PER_INTERVIEW, admissions - done); nth++)
      lines.push(await admitOne(cluster, interview, { host: host.client, victim: nth % 2, outcome }));
    host.close();
    const code = await storedCode(cluster, interview);
    outcome.lost.push(...lines.filter((line) => !code.includes(line)));
  }
  return outcome;
}

/** Admits one candidate under a kill. Returns the line that the candidate types in the room. */
async function admitOne(
  cluster: Cluster,
  { roomCode }: RunningInterview,
  { host, victim, outcome }: { host: PlainClient; victim: number; outcome: AdmissionOutcome },
): Promise<string> {
  const { token, participant_id: participantId } = await call<{ token: string; participant_id: string }>(
    runningOf(cluster)[0]?.url ?? '',
    'POST',
    `/public/session/${roomCode}/join`,
    { candidate_name: 'Ada' },
  );
  const { client, close } = await connectThrough(cluster, 1, { roomCode, authToken: token });
  await until('the wait', () => client.count('room:waiting') > 0, LOST_AFTER_MS);
  await retry(() => host.emit('room:admit', { participantId }));
  const admittedAt = Date.now();
  const node = cluster.nodes[victim];
  const killed = node?.kill();
  await until('the candidate in the room', () => client.isSubscribed, LOST_AFTER_MS);
  outcome.enteredAfterMs.push(Date.now() - admittedAt);
  outcome.leaks += framesBefore(client).filter((event) => event !== 'room:waiting').length;
  const line = `-- ${randomUUID()}`;
  await until('the code', () => client.code !== '', LOST_AFTER_MS);
  await retry(() => client.type(`${client.code}\n${line}`));
  await killed;
  await node?.start();
  close();
  return line;
}

/** Returns the events that a client got before it was in the room. */
function framesBefore({ received }: PlainClient): string[] {
  const names = received.map(({ event }) => event);
  return names.slice(0, names.lastIndexOf('room:waiting') + 1);
}

async function connectThrough(cluster: Cluster, preferred: number, handshake: Handshake) {
  const first = cluster.nodes[preferred];
  const proxy = await Proxy.open(() =>
    runningOf(cluster)
      .toSorted((a) => (a === first ? -1 : 1))
      .map(({ port }) => port),
  );
  const client = new PlainClient(proxy.url, handshake);
  client.socket.on('disconnect', () => (client.isSubscribed = false));
  client.socket.on('connect', () => client.socket.emit('subscribe', { channel: handshake.roomCode }));
  return {
    client,
    close() {
      client.close();
      proxy.close();
    },
  };
}

async function joinThrough(cluster: Cluster, preferred: number, handshake: Handshake) {
  const joined = await connectThrough(cluster, preferred, handshake);
  await until('the room', () => joined.client.isSubscribed, LOST_AFTER_MS);
  return joined;
}

const runningOf = ({ nodes }: Cluster): NodeProcess[] => nodes.filter(({ isRunning }) => isRunning);

/** Repeats an event until it is acknowledged with success, like a user who presses the button again. */
async function retry(send: () => Promise<Record<string, unknown>>): Promise<void> {
  for (const deadline = Date.now() + RETRY_MS; ; await sleep(100)) {
    const reply = await send().catch((error: unknown) => ({ ok: false, error: String(error) }));
    if (reply['ok'] === true) return;
    if (Date.now() > deadline) throw new Error(`no success in time: ${JSON.stringify(reply)}`);
  }
}

/**
 * Prints the outcome of admissions under node kills on a new cluster. Returns whether all were in time and lost
 * nothing.
 */
export async function measureAdmissions(admissions: number): Promise<boolean> {
  const cluster = await startCluster(2);
  try {
    const { enteredAfterMs, lost, leaks } = await runAdmissions(cluster, admissions);
    const slowest = Math.max(...enteredAfterMs);
    console.warn(
      `${enteredAfterMs.length} admissions under node kills: entered after p95 ${p95(enteredAfterMs)} ms, ` +
        `at most ${slowest} ms; lost ${lost.length}, frames before admission ${leaks}`,
    );
    return slowest <= ADMITTED_WITHIN_MS && lost.length === 0 && leaks === 0;
  } finally {
    await cluster.stop();
  }
}
