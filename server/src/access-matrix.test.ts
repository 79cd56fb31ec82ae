import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLERS, RoutesMatrix, titleOfRoute, type Caller } from './testing/access/routes-matrix.ts';
import { pickFor } from './testing/access/sample.ts';
import { readMatrix } from './testing/access/table.ts';
import { itMatchesWhole } from './testing/access/whole-matrix.ts';
import { endpoints } from './testing/http/endpoints.ts';
import { SINGLE_SIGN_ON } from './testing/identity-provider/settings.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

const INTRODUCTION = `Every endpoint of the REST interface, by principal and object: the status of the reply, and the companies whose data it
contains. "ours" is the company of coordinator, interviewer, admin and owner, "theirs" the other one; "candidate" belongs to the interview
that the request names if that is ours, and on public endpoints so do "waiting" and "sent back", in a room that asks
before admitting. Checked by server/src/access-matrix.test.ts; npm run matrix updates it.`;

const FILE = '../../docs/generated/routes.txt';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp({ env: SINGLE_SIGN_ON });
});
afterAll(() => node.close());

it('declares the access of every endpoint as in the matrix', () => {
  const titles = readFileSync(new URL(FILE, import.meta.url), 'utf8').match(/^[A-Z]+ \/.*\)$/gm) ?? [];

  expect(titles.toSorted()).toEqual(endpoints.map(titleOfRoute).toSorted());
});

describe('the owner and a sampled principal', () => {
  const recorded = readFileSync(new URL(FILE, import.meta.url), 'utf8');
  // Related endpoints are tried by the same principal: one creates the objects of the next.
  const parts = Map.groupBy(endpoints, ({ url }) => url.split('/').slice(1, 3).join('/'));
  let matrix: RoutesMatrix;
  beforeAll(async () => {
    matrix = await RoutesMatrix.open(node);
  });

  it.each([...parts])('matches the matrix at /%s, and affects no other company', async (part, tried) => {
    const others = [...CALLERS].filter((caller) => caller !== 'owner');
    const callers: Caller[] = ['owner', pickFor(part, others)];
    for (const endpoint of tried) {
      const title = titleOfRoute(endpoint);
      const { block, faults } = await matrix.try(endpoint, callers);
      expect.soft(faults).toEqual([]);
      expect.soft(block.rows, `${title} by ${callers.join(', ')}`).toEqual(readMatrix(recorded, callers).get(title));
    }
  });
});

describe('every principal', { tags: ['long'] }, () => {
  // A domain belongs to one company: the sample before took it on its node.
  let own: TestApp;
  let matrix: RoutesMatrix;
  beforeAll(async () => {
    own = await startTestApp({ env: SINGLE_SIGN_ON });
    matrix = await RoutesMatrix.open(own);
  });
  afterAll(() => own.close());

  itMatchesWhole(endpoints, {
    file: FILE,
    introduction: INTRODUCTION,
    principals: CALLERS,
    titleOf: titleOfRoute,
    tryAsAll: (endpoint) => matrix.try(endpoint),
  });
});

it('covers every route of the server', () => {
  const tree = node.app.printRoutes({ commonPrefix: false, includeHooks: false });
  const served = routesOf(tree).filter((route) => / \/api\//.test(route) && !/\/api\/(docs|\*)/.test(route));
  const declared = endpoints.map(({ method, url }) => `${method} /api${url}`);

  expect(served.toSorted()).toEqual(declared.toSorted());
});

// `├── users (GET, HEAD, POST)`: four columns per level; the path of a line continues that of its parent.
function routesOf(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const match = /^([│ ]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/.exec(line);
    if (!match) return [];
    const depth = (match[1] ?? '').length / 4;
    const path = (above[depth - 1] ?? '') + (match[2] ?? '');
    above.splice(depth, above.length, path);
    const methods = (match[3] ?? '').split(', ').filter((method) => method && !['HEAD', 'OPTIONS'].includes(method));
    return methods.map((method) => `${method} ${path}`);
  });
}
