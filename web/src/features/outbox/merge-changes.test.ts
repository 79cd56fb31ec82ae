import { expect, test } from 'vitest';
import { findMergeable } from './merge-changes.ts';
import type { Entry, Operation } from './outbox-entry.ts';

const about = { roomCode: 'room', company: 'c', user: 'u', client: 'p', at: 0 };

function entry(sequence: number, operation: Operation, changes: Partial<Entry> = {}): Entry {
  return {
    ...about,
    ...operation,
    sequence,
    opId: `op-${sequence}`,
    interviewId: 'one',
    attempts: 0,
    ...changes,
  } as Entry;
}

const notes = (base: string, value: string): Operation => ({
  kind: 'notes',
  body: { notes: value || null, notes_base: base },
});
const summary = (base: string, value: string): Operation => ({ kind: 'scorecard', body: { summary: { base, value } } });

test('combines successive unsent saves, with the first base and last value', () => {
  const found = findMergeable([entry(1, summary('', 'a')), entry(2, summary('a', 'ab'))]);

  expect(found?.earlier.sequence).toBe(1);
  expect(found?.merged).toMatchObject({ sequence: 2, opId: 'op-2', body: { summary: { base: '', value: 'ab' } } });
});

test('keeps the fields of both saves that it combines', () => {
  const rate = (evidence: string): Operation => ({
    kind: 'scorecard',
    body: { ratings: [{ criterion: 'code', evidence: { base: '', value: evidence } }] },
  });
  const found = findMergeable([entry(1, summary('', 'a')), entry(2, rate('Ran it'))]);

  expect(found?.merged).toHaveProperty('body', {
    summary: { base: '', value: 'a' },
    ratings: [{ criterion: 'code', evidence: { base: '', value: 'Ran it' } }],
  });
});

test('combines successive changes of notes, also after a refused one', () => {
  for (const changes of [{}, { attempts: 3, refused: true as const }])
    expect(findMergeable([entry(1, notes('', 'a'), changes), entry(2, notes('a', ''))])?.merged).toMatchObject({
      sequence: 2,
      attempts: 0,
      body: { notes: null, notes_base: '' },
    });
});

test('leaves alone notes that were sent or build on others', () => {
  const whole: Operation = { kind: 'notes', body: { notes: 'a' } };

  expect(findMergeable([entry(1, notes('', 'a'), { attempts: 1 }), entry(2, notes('a', 'ab'))])).toBeNull();
  expect(findMergeable([entry(1, notes('', 'a')), entry(2, notes('', 'b'))])).toBeNull();
  expect(findMergeable([entry(1, whole), entry(2, notes('a', 'ab'))])).toBeNull();
  expect(findMergeable([entry(1, notes('', 'a')), entry(2, summary('', 'a'))])).toBeNull();
});

test('leaves alone sent saves, other interviews and submissions', () => {
  const sent = { attempts: 1 };

  expect(findMergeable([entry(1, summary('', 'a'), sent), entry(2, summary('a', 'ab'))])).toBeNull();
  expect(findMergeable([entry(1, summary('', 'a')), entry(2, summary('', 'b'), { interviewId: 'two' })])).toBeNull();
  const around = [entry(1, summary('', 'a')), entry(2, { kind: 'submit-scorecard' }), entry(3, summary('a', 'ab'))];
  expect(findMergeable(around)).toBeNull();
});
