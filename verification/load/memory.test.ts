import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { NODE_FLAGS, NODE_MEMORY } from '../../scripts/node-flags.mjs';
import { root } from '../../scripts/paths.mjs';
import { BUILD_ENV, ensureWebBuilt, VITE_BUILD } from '../../scripts/web-build.mjs';
import { OwnClient } from '../../server/src/testing/sockets/own-client.ts';
import { until } from '../../server/src/testing/until.ts';
import { freePort, NodeProcess } from '../support/cluster.ts';
import { joinInterview, registerOnFreePlan, startInterview } from '../support/company.ts';
import { RawHttp } from '../support/raw-http.ts';

const MB = 1_024 * 1_024;
/** The memory for a start and for a build by the README, in bytes. */
const START_MAX = 512 * MB;
const BUILD_MAX = 1_024 * MB;
const ROOMS = 12;
/** Edits in each room and the pause between two of them (ms): 150 a second altogether. */
const EDITS = 250;
const TYPE_EVERY_MS = 80;

const MAY_NOT_LIMIT = 'This user may not limit the memory of processes here (cgroup v1 or v2).';
const GROUPS = '/sys/fs/cgroup';

/** Where Linux may take the limit of a new group of processes, in both versions of its groups. */
const PLACES = [
  { parent: join(GROUPS, 'memory'), file: 'memory.limit_in_bytes' },
  { parent: join(GROUPS, ownGroup()), file: 'memory.max' },
];

test(
  'starts with the embedded database, takes the edits of twelve rooms and starts again in 512 MB',
  { tags: ['long'] },
  async ({ skip }) => {
    const group = createLimitedGroup(START_MAX);
    if (group === null) return skip(MAY_NOT_LIMIT);
    // A database starts from files in the built web app.
    expect(await ensureWebBuilt()).toBe(0);
    const dataDir = mkdtempSync(join(tmpdir(), 'cip-memory-'));
    const settings = { DATA_DIR: dataDir, RATE_LIMITS: 'off', PASSWORD_HASHING: 'fast', LOG_LEVEL: 'warn' };
    const node = new NodeProcess(await freePort(), { ...settings, ...NODE_MEMORY }, NODE_FLAGS);
    const startLimited = async () => {
      const started = node.start();
      writeFileSync(join(group, 'cgroup.procs'), `${node.pid}`);
      await started;
    };
    try {
      await startLimited();
      const texts = await Promise.all(Array.from({ length: ROOMS }, () => typeInRoom(node)));
      for (const text of texts) expect(text).toContain('a'.repeat(EDITS));
      await node.drain();
      await startLimited();
      expect(node.exits).toBe(0);
    } finally {
      await node.kill();
      await until('the end of the process', () => readFileSync(join(group, 'cgroup.procs'), 'utf8') === '');
      rmdirSync(group);
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);

test('builds the web app in 1 GB', { tags: ['long'] }, async ({ skip }) => {
  const group = createLimitedGroup(BUILD_MAX);
  if (group === null) return skip(MAY_NOT_LIMIT);
  const outDir = mkdtempSync(join(tmpdir(), 'cip-build-'));
  try {
    const build = [process.execPath, ...VITE_BUILD, '--outDir', outDir];
    const inGroup = 'echo $$ > "$0"; exec "$@"';
    // Throws if it ends with an error or is killed.
    await promisify(execFile)('sh', ['-c', inGroup, join(group, 'cgroup.procs'), ...build], {
      cwd: root,
      env: { ...process.env, ...BUILD_ENV },
    });
    expect(existsSync(join(outDir, 'index.html'))).toBe(true);
  } finally {
    rmdirSync(group);
    rmSync(outDir, { recursive: true, force: true });
  }
});

/** Returns this process's group of version 2, which has the files of its children only if it gives them memory. */
function ownGroup(): string {
  const path = '/proc/self/cgroup';
  return (existsSync(path) && /^0::(.+)$/m.exec(readFileSync(path, 'utf8'))?.[1]) || '/';
}

/** Creates a group of processes that share a limit of bytes. Returns its folder, or null if that is not allowed here. */
function createLimitedGroup(limit: number): string | null {
  for (const { parent, file } of PLACES) {
    const group = join(parent, `interviews-${process.pid}`);
    try {
      mkdirSync(group);
    } catch {
      continue;
    }
    // The system makes the file with the folder.
    if (existsSync(join(group, file))) {
      writeFileSync(join(group, file), `${limit}`);
      return group;
    }
    rmdirSync(group);
  }
  return null;
}

/** Types as an interviewer. Returns the candidate's text when every edit is acknowledged. */
async function typeInRoom(node: NodeProcess): Promise<string> {
  const http = new RawHttp(node.url);
  const authToken = await registerOnFreePlan(http);
  const { room_code: roomCode } = await startInterview(http, authToken);
  const interviewer = await OwnClient.join(node.url, { roomCode, authToken });
  const candidate = await OwnClient.join(node.url, {
    roomCode,
    authToken: (await joinInterview(http, roomCode)).token,
  });
  for (let typed = 0; typed < EDITS; typed++) {
    interviewer.insert(0, 'a');
    await sleep(TYPE_EVERY_MS);
  }
  await until('the acknowledgements', () => interviewer.unacknowledged.size === 0);
  await until('the text', () => candidate.text === interviewer.text);
  for (const client of [interviewer, candidate]) client.close();
  http.close();
  return candidate.text;
}
