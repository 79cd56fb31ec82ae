import { describe, expect, it } from 'vitest';
import { WritePermissions } from './write-permissions.ts';

/** Anna wrote under client id 7; the log has 5 of her characters, the page of Ben has 8. */
const ANNAS = 7;
const ours = new Map([[ANNAS, 5]]);
const claims = new Map([[ANNAS, 'anna']]);
const ben = { socketId: "Ben's page", participantId: 'ben' };
const all = new Set(['anna', 'ben']);

function asked(permissions: WritePermissions, present = all): boolean {
  const wanted = permissions.add(ben, new Map([[ANNAS, 8]]), { ours, claims, present });
  expect(permissions.of(ben.socketId).granted.has(ANNAS)).toBe(wanted.get(ANNAS) === 5);
  return wanted.get(ANNAS) === 5;
}

const anna = (permissions: WritePermissions, socketId: string, has: number) =>
  permissions.add({ socketId, participantId: 'anna' }, new Map([[ANNAS, has]]), { ours, claims, present: all });

describe('edits of another participant', () => {
  it('requests edits of others while their author is absent', () => {
    expect(asked(new WritePermissions(), new Set(['ben']))).toBe(true);
  });

  it('leaves edits to an author who is present anywhere', () => {
    expect(asked(new WritePermissions())).toBe(false);
  });

  it('leaves edits to the author while their page has them', () => {
    const permissions = new WritePermissions();
    anna(permissions, 'an old page', 8);
    anna(permissions, 'a new page', 5);
    expect(asked(permissions)).toBe(false);
    permissions.remove('an old page');
    expect(asked(permissions)).toBe(true);
  });

  it('requests edits of an author who returned with full text', () => {
    const permissions = new WritePermissions();
    permissions.addFullTextClient('a full-text client', 'anna');
    expect(asked(permissions)).toBe(true);
  });

  it('refuses edits of others from a socket that left', () => {
    const permissions = new WritePermissions();
    asked(permissions, new Set(['ben']));
    permissions.remove(ben.socketId);
    expect(permissions.of(ben.socketId).granted.size).toBe(0);
  });
});
