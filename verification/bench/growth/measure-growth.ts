import type { Print } from '../comparison.ts';
import { LoadGenerator } from '../load/load-generator.ts';
import { sendRequests, type ApiRequest } from '../api/requests.ts';
import { OWN } from '../servers/contenders.ts';
import { registerCompany } from '../servers/interviews.ts';
import type { LogSize } from '../servers/database.ts';
import type { TestBed } from '../servers/test-bed.ts';
import type { Latency } from '../load/commands.ts';

/** The log of one interview of an hour in which one person types 5 edits a second without a pause. */
export interface HourOfTyping extends LogSize {
  edits: number;
  /** The compacted document, in bytes. */
  snapshotBytes: number;
}

/** Times of a company's list and of opening one of its rooms, while the database has so many interviews. */
export interface TimesAtSize {
  interviews: number;
  /** Tables and indexes of interviews and documents without their logs, in bytes. */
  bytes: number;
  list: Latency;
  open: Latency;
}

export interface Growth {
  hour: HourOfTyping;
  times: TimesAtSize[];
}

const HOUR_EDITS = 18_000;
/** Edits before the log is aged, as in some minutes of typing. */
const AGED_EVERY = 1_000;
/** Interviews of each company. */
const COMPANY_SIZE = 10_000;
/** Companies that are seeded with one statement. */
const COMPANIES_AT_ONCE = 10;
const ROOMS_OPENED = 150;
const WARM_UP_SECONDS = 2;

/** Measures the growth by an hour of typing, then list and open while the database grows to these sizes. */
export async function measureGrowth(
  testBed: TestBed,
  { sizes, seconds }: { sizes: number[]; seconds: number },
  print: Print,
): Promise<Growth> {
  print('an hour of typing');
  const hour = await measureHour(testBed);
  const company = await seedCompany(testBed);
  const times: TimesAtSize[] = [];
  for (const size of sizes) {
    print(`${size} interviews`);
    for (let missing = size - (await testBed.database.countInterviews()); missing > 0;) {
      const companies = Math.min(COMPANIES_AT_ONCE, Math.ceil(missing / COMPANY_SIZE));
      await testBed.database.seedCompanies(companies, Math.min(COMPANY_SIZE, missing));
      missing -= companies * COMPANY_SIZE;
    }
    times.push({ interviews: size, ...(await measureTimes(testBed, company, seconds)) });
  }
  return { hour, times };
}

async function measureHour(testBed: TestBed): Promise<HourOfTyping> {
  const [writer] = await testBed.participants(OWN, 1);
  if (!writer) throw new Error('An interview has participants.');
  const server = await testBed.start(OWN);
  const load = new LoadGenerator();
  try {
    const before = await testBed.database.logSize();
    await load.connect('own', [{ ...writer, url: server.url }]);
    for (let typed = 0; typed < HOUR_EDITS; typed += AGED_EVERY) {
      await load.fill([writer.room], AGED_EVERY);
      await testBed.database.age([writer.room]);
    }
    const after = await testBed.database.logSize();
    return {
      edits: HOUR_EDITS,
      rows: after.rows - before.rows,
      updateBytes: after.updateBytes - before.updateBytes,
      tableBytes: after.tableBytes - before.tableBytes,
      snapshotBytes: await testBed.database.snapshotBytes(writer.room),
    };
  } finally {
    await Promise.all([load.stop(), server.stop()]);
  }
}

interface Company {
  token: string;
  rooms: string[];
}

async function seedCompany(testBed: TestBed): Promise<Company> {
  const server = await testBed.start(OWN, { core: null });
  try {
    const token = await registerCompany(server.url);
    const id = await testBed.database.newestCompany();
    await testBed.database.seedInterviews([id], COMPANY_SIZE);
    return { token, rooms: await testBed.database.roomCodes(id, ROOMS_OPENED) };
  } finally {
    await server.stop();
  }
}

async function measureTimes(testBed: TestBed, { token, rooms }: Company, seconds: number) {
  const server = await testBed.start(OWN);
  let next = 0;
  const list = (): ApiRequest => ({ method: 'GET', path: '/interview-sessions', token });
  const open = (): ApiRequest => ({
    method: 'GET',
    path: `/interview-sessions/room/${rooms[next++ % rooms.length] ?? ''}`,
    token,
  });
  const timesOf = async (request: () => ApiRequest) => {
    await sendRequests(server.url, WARM_UP_SECONDS, request);
    const { time, failures } = await sendRequests(server.url, seconds, request);
    if (failures > 0) throw new Error(`${failures} requests failed.`);
    return time;
  };
  try {
    return { bytes: await testBed.database.interviewBytes(), list: await timesOf(list), open: await timesOf(open) };
  } finally {
    await server.stop();
  }
}
