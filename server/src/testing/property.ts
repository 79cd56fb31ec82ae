import { expect, it } from 'vitest';

/** Tests a property on a tenth of its random cases, and for `npm run test:all` on all of them. */
export function itHolds(name: string, cases: number, check: (cases: number) => void | Promise<void>): void {
  it(`${name}`, () => {
    expect.hasAssertions();
    return check(Math.ceil(cases / 10));
  });

  it(`${name}, in ${cases} cases`, { tags: ['long'] }, () => {
    expect.hasAssertions();
    return check(cases);
  });
}
