import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runWorld, type WorldStep } from '../../../testing/full-text-view-simulation.ts';
import { PlainView } from './full-text-view.ts';
import { applyDelta, Delta } from './text-delta.ts';

const steps = (...kinds: WorldStep[1][]) =>
  fc.array(fc.tuple(fc.nat(2), fc.constantFrom(...kinds), fc.nat(200)), { minLength: 20, maxLength: 200 });
const typing = steps('type', 'receive', 'push', 'show');
const editing = steps('type', 'type', 'erase', 'receive', 'push', 'show');

/** What a client sent crosses a push, and what was erased meanwhile makes the document equal to what it had sent. */
const CROSSING: WorldStep[] = [
  [0, 'type', 155],
  [1, 'erase', 155],
  [1, 'type', 0],
  [1, 'type', 0],
  [0, 'erase', 148],
  [0, 'receive', 0],
  [1, 'type', 0],
  [0, 'erase', 15],
  [1, 'type', 0],
  [1, 'push', 0],
  [0, 'receive', 0],
];

/** The text that a silent client sends is, by what somebody else erased, the one that is on its way to it. */
const TWIN: WorldStep[] = [
  [1, 'erase', 47],
  [1, 'receive', 0],
  [2, 'push', 0],
  [2, 'erase', 107],
  [2, 'type', 0],
];

test.each<[string, boolean, fc.Arbitrary<WorldStep[]>]>([
  ['acknowledge and type and erase', true, editing],
  ['never acknowledge and type', false, typing],
])('plain clients that %s lose nothing, double nothing and end up equal', (_how, acknowledges, happenings) => {
  fc.assert(
    fc.property(happenings, (world) => {
      expect(runWorld(acknowledges, world)).toEqual({ lost: 0, doubled: 0, diverged: 0, robbed: 0 });
    }),
    { numRuns: 1000, examples: acknowledges ? [[CROSSING]] : [] },
  );
});

test('plain clients that never acknowledge take nothing of others away, whatever they erase', () => {
  fc.assert(
    fc.property(editing, (world) => {
      expect(runWorld(false, world)).toMatchObject({ robbed: 0, diverged: 0 });
    }),
    { numRuns: 1000, examples: [[TWIN]] },
  );
});

test('a client that comes back with an old text on its screen takes nothing of others away', () => {
  let document = 'old';
  const lost = new PlainView(document);
  const typed = new Delta().retain(3).insert(' and what others typed meanwhile');
  document = applyDelta(document, typed);
  lost.documentChanged(typed);
  const back = new PlainView(document, lost);
  back.receive('old!', { exact: false, document }, (edit) => (document = applyDelta(document, edit)));
  expect(document).toContain('what others typed meanwhile');
  expect(document).toContain('!');
});
