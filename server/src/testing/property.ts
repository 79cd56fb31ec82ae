import { expect, it } from 'vitest';

const PARTS = 10;
/** The part of the cases that `npm test` tries. */
const SHARE = 0.02;

/**
 * Tests a property on a fiftieth of its random cases, and for `npm run test:all` on all of them, in ten tests. `check` gets
 * how many cases to try, and whether it is one of those tests.
 */
export function itHolds(
  name: string,
  cases: number,
  check: (cases: number, isLong: boolean) => void | Promise<void>,
): void {
  const each = Math.ceil(cases / PARTS);
  it(`${name}`, () => {
    expect.hasAssertions();
    return check(Math.ceil(SHARE * cases), false);
  });

  it.each(Array.from({ length: PARTS }, (_, nth) => nth + 1))(
    `${name}, part %i of ${cases} cases`,
    { tags: ['long'] },
    () => {
      expect.hasAssertions();
      return check(each, true);
    },
  );
}
