import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runWorld, type WorldStep } from '../../testing/plain-world.ts';
import { PlainView } from './plain-view.ts';
import { applyDelta, Delta } from './text-delta.ts';

const step: fc.Arbitrary<WorldStep> = fc.tuple(
  fc.nat(2),
  fc.constantFrom('type', 'receive', 'push', 'show'),
  fc.nat(200),
);

test.each([
  ['acknowledge', true],
  ['never acknowledge', false],
])('plain clients that %s lose nothing, double nothing and end up equal', (_how, acknowledges) => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 200 }), (steps) => {
      expect(runWorld(acknowledges, steps)).toEqual({ lost: 0, doubled: 0, diverged: 0 });
    }),
    { numRuns: 1000 },
  );
});

test('a client that comes back with an old text on its screen takes nothing of others away', () => {
  let document = 'old';
  const lost = new PlainView(document);
  const typed = new Delta().retain(3).insert(' and what others typed meanwhile');
  document = applyDelta(document, typed);
  lost.documentChanged(typed);
  const back = new PlainView(document, lost);
  back.receive('old!', false, (edit) => (document = applyDelta(document, edit)));
  expect(document).toContain('what others typed meanwhile');
  expect(document).toContain('!');
});
