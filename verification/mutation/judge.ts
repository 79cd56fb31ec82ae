import type {} from '../../server/src/testing/services/global-setup.ts';
import { events } from '../../server/src/testing/events.ts';
import { endpoints } from '../../server/src/testing/endpoints.ts';
import { EventsMatrix, titleOfEvent } from '../../server/src/testing/access/events-matrix.ts';
import { RoutesMatrix, titleOfRoute } from '../../server/src/testing/access/routes-matrix.ts';
import type { TrialResult } from '../../server/src/testing/access/table.ts';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../server/src/testing/test-database.ts';
import { expect, inject, it, vi } from 'vitest';
import { Progress } from '../support/progress.ts';
import { findMutants, type Mutant } from './find.ts';
import { SWITCH } from './switches.ts';
import { BY_MATRIX, MISSED, type Verdicts } from './verdicts.ts';

/** A mutant that takes longer hangs (ms); the tests decide about it. */
const MUTANT_TIMEOUT_MS = 60_000;
const TEST_TIMEOUT_MS = 7_200_000;

/** One endpoint or event of a matrix, tried with every role. */
interface Part {
  title: string;
  matrix: 'routes' | 'events';
  try: (matrices: OpenMatrices) => Promise<TrialResult>;
}

interface OpenMatrices {
  routes: RoutesMatrix | null;
  events: EventsMatrix | null;
}

const PARTS: Part[] = [
  ...endpoints.map((endpoint) => ({
    title: titleOfRoute(endpoint),
    matrix: 'routes' as const,
    try: ({ routes }: OpenMatrices) => opened(routes).try(endpoint),
  })),
  ...events.map((event) => ({
    title: titleOfEvent(event),
    matrix: 'events' as const,
    try: ({ events: matrix }: OpenMatrices) => opened(matrix).try(event),
  })),
];

const { only, results } = inject('judging');
const progress = new Progress<Verdicts>(results, 'mutants', {});
let activeMutant: string | null = null;
let reached = new Set<string>();
Reflect.set(globalThis, SWITCH, (id: string) => {
  reached.add(id);
  return id === activeMutant;
});

/** Result of a part without a mutant, and the mutants that it reached. */
interface Baseline {
  part: Part;
  tried: string;
  reached: Set<string>;
  ms: number;
}

it('tries every pending mutant on the access matrices', { timeout: TEST_TIMEOUT_MS }, async () => {
  const pending = findMutants().filter(({ id }) => id.includes(only) && progress.state[id] === undefined);
  const template = await createTestDatabase();
  const baselines = await measureBaselines(template);
  for (const mutant of pending) {
    const verdict = await (mutant.kind === 'declaration'
      ? judgeDeclaration(mutant)
      : judge(mutant, baselines, template));
    progress.state[mutant.id] = verdict;
    progress.save();
    process.stderr.write(`${verdict}  ${mutant.file}:${mutant.line} ${mutant.what}\n`);
  }
  await template.drop();
  expect(pending.filter(({ id }) => progress.state[id] === undefined)).toEqual([]);
});

async function measureBaselines(template: TestDatabase): Promise<Baseline[]> {
  const baselines: Baseline[] = [];
  await withNode(template, ['routes', 'events'], async (matrices) => {
    for (const part of PARTS) {
      const began = performance.now();
      reached = new Set();
      const tried = await part.try(matrices);
      expect(tried.faults).toEqual([]);
      baselines.push({ part, tried: JSON.stringify(tried), reached, ms: performance.now() - began });
    }
  });
  return baselines.toSorted((a, b) => a.ms - b.ms);
}

/** Tries every part that reaches the mutant, the quickest first, until one detects it. */
async function judge(mutant: Mutant, baselines: Baseline[], template: TestDatabase): Promise<string> {
  const reaching = baselines.filter((each) => each.reached.has(mutant.id));
  if (reaching.length === 0) return MISSED;
  activeMutant = mutant.id;
  try {
    const isDetected = withNode(template, [...new Set(reaching.map(({ part }) => part.matrix))], async (matrices) => {
      for (const { part, tried } of reaching) if (JSON.stringify(await part.try(matrices)) !== tried) return true;
      return false;
    });
    // An error would fail the matrix test too.
    return (await Promise.race([isDetected.catch(() => true), timeout()])) ? BY_MATRIX : MISSED;
  } finally {
    activeMutant = null;
  }
}

// Declarations are read when the contracts load, and the matrix contains them verbatim.
async function judgeDeclaration(mutant: Mutant): Promise<string> {
  activeMutant = mutant.id;
  vi.resetModules();
  try {
    const { endpoints: weaker } = await import('../../server/src/testing/endpoints.ts');
    const { events: weakerEvents } = await import('../../server/src/testing/events.ts');
    const titles = [...weaker.map(titleOfRoute), ...weakerEvents.map(titleOfEvent)];
    return PARTS.every(({ title }) => titles.includes(title)) ? MISSED : BY_MATRIX;
  } finally {
    activeMutant = null;
  }
}

async function withNode<T>(
  template: TestDatabase,
  matrices: Part['matrix'][],
  act: (matrices: OpenMatrices) => Promise<T>,
): Promise<T> {
  const database = await createTestDatabase(template.url);
  let node: TestApp | undefined;
  const open: OpenMatrices = { routes: null, events: null };
  try {
    node = await startTestApp({ databaseUrl: database.url, listen: matrices.includes('events') });
    if (matrices.includes('routes')) open.routes = await RoutesMatrix.open(node);
    if (matrices.includes('events')) open.events = await EventsMatrix.open(node);
    return await act(open);
  } finally {
    open.events?.close();
    await node?.close();
    await database.drop();
  }
}

function timeout(): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), MUTANT_TIMEOUT_MS).unref());
}

function opened<T>(matrix: T | null): T {
  if (matrix === null) throw new Error('The matrix is not open.');
  return matrix;
}
