import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runViewSimulation, type ViewStep } from '../../../testing/sockets/full-text-view-simulation.ts';
import { FullTextView } from './full-text-view.ts';
import { applyDelta, Delta } from './text-delta.ts';
import { itHolds } from '../../../testing/property.ts';

const steps = (...kinds: ViewStep[1][]) =>
  fc.array(fc.tuple(fc.nat(2), fc.constantFrom(...kinds), fc.nat(200)), { minLength: 20, maxLength: 200 });
const typing = steps('type', 'receive', 'push', 'show');
const editing = steps('type', 'type', 'erase', 'receive', 'push', 'show');

/** A sent text crosses a push, and a deletion meanwhile makes the document equal to the sent text. */
const CROSSING: ViewStep[] = [
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

/** Because another client deletes, a client without acknowledgements sends the same text as is in flight to it. */
const TWIN: ViewStep[] = [
  [1, 'erase', 47],
  [1, 'receive', 0],
  [2, 'push', 0],
  [2, 'erase', 107],
  [2, 'type', 0],
];

/** A text that was sent before a push is as near to the push as to the text that it was typed in. */
const TIE: ViewStep[] = [
  [0, 'type', 3],
  [0, 'erase', 2],
  [1, 'erase', 2],
  [2, 'erase', 0],
  [1, 'receive', 0],
  [2, 'receive', 0],
  [0, 'receive', 0],
  [0, 'push', 0],
];

const loseNothing = (acknowledges: boolean, schedules: fc.Arbitrary<ViewStep[]>) => (numRuns: number) =>
  fc.assert(
    fc.property(schedules, (schedule) => {
      expect(runViewSimulation(acknowledges, schedule)).toEqual({
        lost: 0,
        duplicated: 0,
        diverged: 0,
        deletedOfOthers: 0,
      });
    }),
    { numRuns, examples: acknowledges ? [[CROSSING]] : [] },
  );

itHolds('keeps everything that acknowledging clients type and erase, and converges', 1_000, loseNothing(true, editing));
itHolds(
  'keeps everything that clients without acknowledgements type, and converges',
  1_000,
  loseNothing(false, typing),
);

itHolds('full-text clients that never acknowledge delete no text of others, whatever they erase', 1_000, (numRuns) => {
  fc.assert(
    fc.property(editing, (schedule) => {
      expect(runViewSimulation(false, schedule)).toMatchObject({ deletedOfOthers: 0, diverged: 0 });
    }),
    { numRuns, examples: [[TWIN], [TIE]] },
  );
});

test('takes a tied text for the push that its first acknowledgement names', () => {
  let document = 'abc';
  const view = new FullTextView(document);
  const apply = (edit: Delta) => {
    document = applyDelta(document, edit);
    view.onChange(edit);
  };
  // Others replace b by a letter at the start, which is pushed; the client erases b as well, before it shows that.
  apply(new Delta().insert('X'));
  apply(new Delta().retain(2).delete(1));
  const push = view.onPush(document);
  view.receive('ac', { exact: false, document }, apply);
  expect(view.onAck(push)).toBe('Xac');
  view.receive('YXac', { exact: true, document }, apply);
  expect(document).toBe('YXac');
});

test('keeps other text when a client reconnects with an old one', () => {
  let document = 'old';
  const lost = new FullTextView(document);
  const typed = new Delta().retain(3).insert(' and what others typed meanwhile');
  document = applyDelta(document, typed);
  lost.onChange(typed);
  const back = new FullTextView(document, lost);
  back.receive('old!', { exact: false, document }, (edit) => (document = applyDelta(document, edit)));
  expect(document).toContain('what others typed meanwhile');
  expect(document).toContain('!');
});
