import type {} from '../../server/src/testing/services/global-setup.ts';
import { events } from '../../server/src/testing/events.ts';
import { endpoints } from '../../server/src/testing/endpoints.ts';
import { EventsMatrix, titleOfEvent } from '../../server/src/testing/access/events-matrix.ts';
import { RoutesMatrix, titleOfRoute } from '../../server/src/testing/access/routes-matrix.ts';
import type { Tried } from '../../server/src/testing/access/table.ts';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../server/src/testing/test-database.ts';
import { expect, inject, it, vi } from 'vitest';
import { Progress } from '../support/progress.ts';
import { findMutants, type Mutant } from './find.ts';
import { SWITCH } from './switches.ts';
import { BY_MATRIX, MISSED, type Verdicts } from './verdicts.ts';

/** A mutant that takes longer hangs; that says nothing of it yet. */
const HANGS_AFTER_MS = 60_000;
const ALL_MS = 7_200_000;

/** A part of a matrix: one call or one event, as everybody. */
interface Part {
  title: string;
  matrix: 'routes' | 'events';
  try: (opened: Opened) => Promise<Tried>;
}

interface Opened {
  routes: RoutesMatrix | null;
  events: EventsMatrix | null;
}

const PARTS: Part[] = [
  ...endpoints.map((endpoint) => ({
    title: titleOfRoute(endpoint),
    matrix: 'routes' as const,
    try: ({ routes }: Opened) => given(routes).try(endpoint),
  })),
  ...events.map((event) => ({
    title: titleOfEvent(event),
    matrix: 'events' as const,
    try: (opened: Opened) => given(opened.events).try(event),
  })),
];

const { only, results } = inject('judging');
const progress = new Progress<Verdicts>(results, 'mutants', {});
let on: string | null = null;
let reached = new Set<string>();
Reflect.set(globalThis, SWITCH, (id: string) => {
  reached.add(id);
  return id === on;
});

/** What a part showed without any mutant, and which mutants it came by. */
interface Sound {
  part: Part;
  tried: string;
  reached: Set<string>;
  ms: number;
}

it('judges the mutants by the matrices', { timeout: ALL_MS }, async () => {
  const waiting = findMutants().filter(({ id }) => id.includes(only) && progress.state[id] === undefined);
  const template = await migrated();
  const sound = await soundParts(template);
  for (const mutant of waiting) {
    const verdict = await (mutant.kind === 'declaration' ? judgeDeclaration(mutant) : judge(mutant, sound, template));
    progress.state[mutant.id] = verdict;
    progress.save();
    process.stderr.write(`${verdict}  ${mutant.file}:${mutant.line} ${mutant.what}\n`);
  }
  await template.drop();
  expect(waiting.filter(({ id }) => progress.state[id] === undefined)).toEqual([]);
});

/** A database as every node finds it, to be copied. */
async function migrated(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const node = await startTestApp({ databaseUrl: database.url });
  await node.close();
  return database;
}

async function soundParts(template: TestDatabase): Promise<Sound[]> {
  const sound: Sound[] = [];
  await withNode(template, ['routes', 'events'], async (opened) => {
    for (const part of PARTS) {
      const began = performance.now();
      reached = new Set();
      const tried = await part.try(opened);
      expect(tried.faults).toEqual([]);
      sound.push({ part, tried: JSON.stringify(tried), reached, ms: performance.now() - began });
    }
  });
  return sound.toSorted((a, b) => a.ms - b.ms);
}

/** Tries every part that comes by the mutant, the quickest first, until one shows it. */
async function judge(mutant: Mutant, sound: Sound[], template: TestDatabase): Promise<string> {
  const concerned = sound.filter((each) => each.reached.has(mutant.id));
  if (concerned.length === 0) return MISSED;
  on = mutant.id;
  try {
    const isCaught = withNode(template, [...new Set(concerned.map(({ part }) => part.matrix))], async (opened) => {
      for (const { part, tried } of concerned) if (JSON.stringify(await part.try(opened)) !== tried) return true;
      return false;
    });
    // A failure is one of the test that holds the matrix.
    return (await Promise.race([isCaught.catch(() => true), afterTooLong()])) ? BY_MATRIX : MISSED;
  } finally {
    on = null;
  }
}

// What is declared is read when the contracts are loaded, and is in the matrix word for word.
async function judgeDeclaration(mutant: Mutant): Promise<string> {
  on = mutant.id;
  vi.resetModules();
  try {
    const { endpoints: weaker } = await import('../../server/src/testing/endpoints.ts');
    const { events: weakerEvents } = await import('../../server/src/testing/events.ts');
    const titles = [...weaker.map(titleOfRoute), ...weakerEvents.map(titleOfEvent)];
    return PARTS.every(({ title }) => titles.includes(title)) ? MISSED : BY_MATRIX;
  } finally {
    on = null;
  }
}

async function withNode<T>(
  template: TestDatabase,
  matrices: Part['matrix'][],
  act: (opened: Opened) => Promise<T>,
): Promise<T> {
  const database = await createTestDatabase(template);
  let node: TestApp | undefined;
  const opened: Opened = { routes: null, events: null };
  try {
    node = await startTestApp({ databaseUrl: database.url, listen: matrices.includes('events') });
    if (matrices.includes('routes')) opened.routes = await RoutesMatrix.open(node);
    if (matrices.includes('events')) opened.events = await EventsMatrix.open(node);
    return await act(opened);
  } finally {
    opened.events?.close();
    await node?.close();
    await database.drop();
  }
}

function afterTooLong(): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), HANGS_AFTER_MS).unref());
}

function given<T>(matrix: T | null): T {
  if (matrix === null) throw new Error('This matrix was not opened.');
  return matrix;
}
