import { isDeepStrictEqual } from 'node:util';
import type { Print } from '../comparison.ts';
import { watchDisturbance } from '../machine/disturbance.ts';
import { cpuOf } from '../machine/proc.ts';
import { BARE_API, OWN } from '../servers/contenders.ts';
import { registerCompany } from '../servers/interviews.ts';
import type { TestBed } from '../servers/test-bed.ts';
import { readReply, sendRequests, type ApiRequest } from './requests.ts';

/** The measured calls. */
export const CALLS = ['sessions list', 'room state', 'join'] as const;
type Call = (typeof CALLS)[number];

const SERVERS = { own: OWN, bare: BARE_API };
type Server = keyof typeof SERVERS;

interface Try {
  perSecond: number;
  p50: number;
  p99: number;
  /** Processor time of the server per request, in microseconds. */
  cpuUs: number;
}

/** A call on one server: medians of its tries. */
export interface ApiRow extends Try {
  call: Call;
  server: Server;
}

export interface ApiFigures {
  rows: ApiRow[];
  failures: number;
  /** Share of the machine that other processes used, on average. */
  others: number;
}

const INTERVIEWS = 1_000;
/** Rooms that are joined: an interview takes 200 candidates, and a node caches the texts of 200 rooms. */
const ROOMS_JOINED = 150;
const WARM_UP_SECONDS = 2;

/** Measures each call on this server and on the bare one, in turns. Throws if the two answer differently. */
export async function measureApi(
  testBed: TestBed,
  { seconds, tries }: { seconds: number; tries: number },
  print: Print,
): Promise<ApiFigures> {
  const { token, rooms } = await seedCompany(testBed);
  const requests = requestsOf(token, rooms);
  await requireEqualReplies(testBed, requests);
  const cells = CALLS.flatMap((call) =>
    (['own', 'bare'] as const).map((server) => ({ call, server, tries: [] as Try[] })),
  );
  let failures = 0;
  const disturbances: number[] = [];
  for (let round = 1; round <= tries; round++)
    for (const cell of cells) {
      if (cell.call === 'join') await testBed.database.removeCandidates();
      const server = await testBed.start(SERVERS[cell.server], { hasFlags: true });
      try {
        await sendRequests(server.url, WARM_UP_SECONDS, requests[cell.call]);
        const disturbance = watchDisturbance();
        const cpu = cpuOf(server.pid);
        const sent = await sendRequests(server.url, seconds, requests[cell.call]);
        const cpuUs = ((cpuOf(server.pid) - cpu) * 1_000) / sent.requests;
        disturbances.push(disturbance().others);
        failures += sent.failures;
        cell.tries.push({ perSecond: sent.perSecond, p50: sent.time.p50, p99: sent.time.p99, cpuUs });
        print(`round ${round}, ${cell.call}, ${cell.server}: ${sent.perSecond.toFixed(0)}/s, ${cpuUs.toFixed(0)} µs`);
      } finally {
        await server.stop();
      }
    }
  const others = disturbances.reduce((sum, each) => sum + each, 0) / disturbances.length;
  return {
    rows: cells.map((cell) => ({ call: cell.call, server: cell.server, ...medians(cell.tries) })),
    failures,
    others,
  };
}

function medians(tries: Try[]): Try {
  const median = (of: (each: Try) => number) =>
    tries.map(of).toSorted((a, b) => a - b)[Math.floor(tries.length / 2)] ?? NaN;
  return {
    perSecond: median(({ perSecond }) => perSecond),
    p50: median(({ p50 }) => p50),
    p99: median(({ p99 }) => p99),
    cpuUs: median(({ cpuUs }) => cpuUs),
  };
}

async function seedCompany(testBed: TestBed) {
  const server = await testBed.start(OWN, { core: null });
  try {
    const token = await registerCompany(server.url);
    const company = await testBed.database.newestCompany();
    await testBed.database.seedInterviews([company], INTERVIEWS);
    return { token, rooms: await testBed.database.roomCodes(company, ROOMS_JOINED) };
  } finally {
    await server.stop();
  }
}

function requestsOf(token: string, rooms: string[]): Record<Call, () => ApiRequest> {
  let next = 0;
  const room = () => rooms[next++ % rooms.length] ?? '';
  const list: ApiRequest = { method: 'GET', path: '/interview-sessions', token };
  const body = JSON.stringify({ candidate_name: 'Ada' });
  return {
    'sessions list': () => list,
    'room state': () => ({ method: 'GET', path: `/interview-sessions/room/${rooms[0] ?? ''}`, token }),
    join: () => ({ method: 'POST', path: `/public/session/${room()}/join`, body }),
  };
}

// Tokens and ids of a join differ between any two joins.
async function requireEqualReplies(testBed: TestBed, requests: Record<Call, () => ApiRequest>): Promise<void> {
  for (const call of CALLS) {
    const request = requests[call]();
    const bodies = [];
    for (const program of Object.values(SERVERS)) {
      const server = await testBed.start(program, { core: null });
      const { status, body } = await readReply(server.url, request);
      await server.stop();
      if (status !== 200 && status !== 201) throw new Error(`${call} on ${program.title} returned ${status}.`);
      bodies.push({ ...Object(body), token: '', participant_id: '' });
    }
    if (!isDeepStrictEqual(bodies[0], bodies[1]))
      throw new Error(`${call} differs:\n${bodies.map((body) => JSON.stringify(body)).join('\n')}`);
  }
}
