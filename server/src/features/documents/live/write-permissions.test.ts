import { describe, expect, it } from 'vitest';
import { Grants } from './write-permissions.ts';

/** Anna wrote under 7; the log has 5 characters of hers, Ben's page has 8. */
const ANNAS = 7;
const ours = new Map([[ANNAS, 5]]);
const claims = new Map([[ANNAS, 'anna']]);
const ben = { readerId: "Ben's page", participantId: 'ben' };
const all = new Set(['anna', 'ben']);

function asked(grants: Grants, present = all): boolean {
  const wanted = grants.opened(ben, new Map([[ANNAS, 8]]), { ours, claims, present });
  expect(grants.of(ben.readerId).granted.has(ANNAS)).toBe(wanted.get(ANNAS) === 5);
  return wanted.get(ANNAS) === 5;
}

const anna = (grants: Grants, readerId: string, has: number) =>
  grants.opened({ readerId, participantId: 'anna' }, new Map([[ANNAS, has]]), { ours, claims, present: all });

describe('what others wrote', () => {
  it('is asked for when they are gone', () => {
    expect(asked(new Grants(), new Set(['ben']))).toBe(true);
  });

  it('is theirs to send while they are there, though not on this node', () => {
    expect(asked(new Grants())).toBe(false);
  });

  it('is theirs to send while one of their pages has it', () => {
    const grants = new Grants();
    anna(grants, 'an old page', 8);
    anna(grants, 'a new page', 5);
    expect(asked(grants)).toBe(false);
    grants.left('an old page');
    expect(asked(grants)).toBe(true);
  });

  it('is asked for when they came back with a plain client, which has nothing but its text', () => {
    const grants = new Grants();
    grants.openedPlain('a plain page', 'anna');
    expect(asked(grants)).toBe(true);
  });

  it('is not asked for of a page that left', () => {
    const grants = new Grants();
    asked(grants, new Set(['ben']));
    grants.left(ben.readerId);
    expect(grants.of(ben.readerId).granted.size).toBe(0);
  });
});
