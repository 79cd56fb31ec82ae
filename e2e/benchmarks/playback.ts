import { gzipSync } from 'node:zlib';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { encodeFrame } from '@cip/contracts/playback/playback-format';
import { PLAYBACK_PIECE_EDITS } from '@cip/contracts/playback/playback';
import { saveResults } from '../../testkit/save-results.ts';
import { Typist } from '../../testkit/typist.ts';
import { putStorage, registerOnPlan, visitor } from '../support/accounts.ts';
import { headOf } from '../support/example-recording.ts';
import { expect, test } from '../support/fixtures.ts';
import { newCompany } from '../support/steps.ts';

// Times of the browser that people have.
test.use({ needsChromium: true });

const HOUR_MS = 3_600_000;
const MEGABYTE = 1_000_000;
/** Lighthouse's slow 4G: 1.6 Mbit/s, 150 ms. */
const SLOW_4G = { offline: false, downloadThroughput: 200_000, uploadThroughput: 93_750, latency: 150 };
const JUMPS = 300;
const ID = '0b7c6a0e-5d1f-4c3a-9e52-6f4f3c1f2a01';

/** The bounds of a usual hour, and of the largest recording that plays. */
const SIZES = [
  { edits: 9_000, firstFrameMs: 1_500 },
  { edits: 200_000, firstFrameMs: null },
];
const JUMP_MAX_MS = 100;
const HEAP_MAX_BYTES = 150 * MEGABYTE;

interface Row {
  edits: number;
  bytes: number;
  firstFrameMs: number;
  completeMs: number;
  jumpP99Ms: number;
  heapBytes: number;
}

/** Returns an hour in which a program is typed, changed and typed again. */
function recording(edits: number): Buffer {
  const typist = new Typist();
  const pace = HOUR_MS / edits;
  let place = 0;
  for (let n = 0; n < edits; n++) {
    const { length } = typist;
    typist.at = n * pace;
    typist.by = n % 400 < 40 ? 0 : 1;
    // Now and then typing goes on at another place, and takes its own text back.
    if (n % 60 === 0) place = (n * 7_919) % (length + 1);
    if (place > 0 && n % (length > 4_000 ? 2 : 8) === 1) typist.remove(--place);
    else typist.insert(place++, n % 40 === 0 ? '\n' : ('abcdefgh ('[n % 10] ?? ''));
  }
  const head = headOf(typist, HOUR_MS);
  const frames = [encodeFrame({ kind: 'head', head }), encodeFrame({ kind: 'events', events: [] })];
  for (let from = 0; from < typist.edits.length; from += PLAYBACK_PIECE_EDITS)
    frames.push(encodeFrame({ kind: 'edits', edits: typist.edits.slice(from, from + PLAYBACK_PIECE_EDITS) }));
  return gzipSync(Buffer.concat([...frames, encodeFrame({ kind: 'end' })]));
}

/** Serves the product, and a recording in place of its own: network limits do not hold for a test's own replies. */
async function serve(product: string, bytes: Buffer): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/playback') && request.url.startsWith('/api/')) {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/octet-stream', etag: '"1"' });
      response.end(bytes);
      return;
    }
    const headers = new Headers({
      ...(request.headers.authorization && { authorization: request.headers.authorization }),
    });
    void fetch(`${product}${request.url}`, { headers }).then(async (reply) => {
      const kept = [...reply.headers].filter(([name]) => /^(content-type|cache-control|etag)$/.test(name));
      response.writeHead(reply.status, Object.fromEntries(kept));
      response.end(Buffer.from(await reply.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** Resolves with the time from the request of the recording until its code shows (ms). */
async function firstFrame(page: Page): Promise<number> {
  await page.locator('.cm-line').first().waitFor({ timeout: 60_000 });
  return page.evaluate(() => {
    const request = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/playback'));
    return performance.now() - (request?.startTime ?? 0);
  });
}

/** Returns the times of jumps to random moments, until the code of the moment is in the page (ms). */
function jumpTimes(page: Page): Promise<number[]> {
  return page.evaluate((jumps) => {
    const slider = document.querySelector<HTMLInputElement>('input[type=range]');
    if (!slider) throw new Error('There is no timeline.');
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    return Array.from({ length: jumps }, (_, n) => {
      const from = performance.now();
      set?.call(slider, String(Math.round((((n * 7_919) % 1_000) / 1_000) * Number(slider.max))));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      // The next draw is laid out here.
      document.querySelector('.cm-content')?.getBoundingClientRect();
      return performance.now() - from;
    });
  }, JUMPS);
}

async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

async function measure(page: Page, url: string, { edits, bytes }: { edits: number; bytes: number }): Promise<Row> {
  const player = `${url}/sessions/${ID}/playback`;
  // Once before, so that the app is in the browser's cache, as after a visit.
  await page.goto(player);
  await firstFrame(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  const from = Date.now();
  await page.reload();
  const firstFrameMs = await firstFrame(page);
  await page.getByText(`of ${edits.toLocaleString('en-US')}`).waitFor();
  await page.waitForFunction(
    () => document.querySelector('[aria-label=Player][data-complete=true]') !== null,
    undefined,
    {
      timeout: 120_000,
    },
  );
  const completeMs = Date.now() - from;
  await session.send('Network.emulateNetworkConditions', {
    ...SLOW_4G,
    downloadThroughput: -1,
    uploadThroughput: -1,
    latency: 0,
  });
  const times = (await jumpTimes(page)).toSorted((one, other) => one - other);
  const jumpP99Ms = times[Math.floor(times.length * 0.99)] ?? NaN;
  return { edits, bytes, firstFrameMs, completeMs, jumpP99Ms, heapBytes: await heapBytes(page) };
}

test('the player of an hour and of the largest recording', async ({ page, baseURL, problems }) => {
  test.setTimeout(600_000);
  const { owner } = await registerOnPlan(page.request, newCompany());
  const rows: Row[] = [];
  for (const { edits } of SIZES) {
    const bytes = recording(edits);
    const { url, close } = await serve(baseURL ?? '', bytes);
    const context = await page.context().browser()?.newContext();
    const player = await context?.newPage();
    if (!context || !player) throw new Error('There is no browser.');
    await putStorage(player, visitor(owner), { at: url });
    rows.push(await measure(player, url, { edits, bytes: bytes.length }));
    await context.close();
    close();
  }
  problems.length = 0;
  report(rows);
});

function report(rows: Row[]): void {
  const page = [
    '# The player',
    '',
    'One machine with the browser and the server; slow 4G (1.6 Mbit/s, 150 ms) with the app in the cache.',
    '',
    '| edits | gzip KB | first frame ms | all arrived ms | jump p99 ms | heap MB |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ edits, bytes, firstFrameMs, completeMs, jumpP99Ms, heapBytes: heap }) =>
        `| ${edits} | ${Math.round(bytes / 1_000)} | ${Math.round(firstFrameMs)} | ${completeMs} | ${jumpP99Ms.toFixed(1)} | ${Math.round(heap / MEGABYTE)} |`,
    ),
    '',
    `Bounds: first frame ${SIZES[0]?.firstFrameMs} for ${SIZES[0]?.edits} edits, jump p99 ${JUMP_MAX_MS}, heap ${HEAP_MAX_BYTES / MEGABYTE} MB.`,
  ].join('\n');
  process.stdout.write(`\n${page}\n`);
  saveResults('playback', page, { rows });
  for (const [index, row] of rows.entries()) {
    expect(row.firstFrameMs).toBeLessThan(SIZES[index]?.firstFrameMs ?? Infinity);
    expect(row.jumpP99Ms).toBeLessThan(JUMP_MAX_MS);
    expect(row.heapBytes).toBeLessThan(HEAP_MAX_BYTES);
  }
}
