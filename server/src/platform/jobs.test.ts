import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { until } from '../testing/until.ts';
import { Jobs } from './jobs.ts';

function startedJobs(run: () => unknown) {
  const lines: unknown[] = [];
  const jobs = new Jobs({ warn: (line: unknown) => lines.push(line) });
  jobs.add({ name: 'sweep', everyMs: 5, run });
  jobs.start();
  return { jobs, lines };
}

test('logs a failed run with the job’s name and runs it again', async () => {
  let runs = 0;
  const { jobs, lines } = startedJobs(() => {
    runs++;
    throw new Error('broken');
  });
  await until('three runs', () => runs > 2);
  await jobs.stop();
  expect(lines[0]).toEqual({ err: new Error('broken'), job: 'sweep' });
});

test('does not log an outage of the database', async () => {
  let runs = 0;
  const { jobs, lines } = startedJobs(() => {
    runs++;
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  });
  await until('three runs', () => runs > 2);
  await jobs.stop();
  expect(lines).toEqual([]);
});

test('never overlaps the runs of a job, and waits for the last one when it stops', async () => {
  const release = Promise.withResolvers<void>();
  let runs = 0;
  let isOver = false;
  const { jobs } = startedJobs(async () => {
    runs++;
    await release.promise;
    isOver = true;
  });
  await until('the first run', () => runs === 1);
  await sleep(30);
  expect(runs).toBe(1);
  const stopped = jobs.stop();
  release.resolve();
  await stopped;
  expect(isOver).toBe(true);
});
