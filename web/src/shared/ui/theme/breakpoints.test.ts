import { expect, test } from 'vitest';
import * as queries from './breakpoints.ts';

const sheets = Object.entries(
  import.meta.glob<string>('../../../**/*.css', { eager: true, import: 'default', query: '?raw' }),
);
const [, tokens = ''] = sheets.find(([path]) => path.endsWith('/tokens.css')) ?? [];
const listed = [...tokens.matchAll(/^ {3}(\d+)px /gm)].map(([, width]) => Number(width));
const widthsIn = (query: string) => [...query.matchAll(/(\d+)px/g)].map(([, width]) => Number(width));

test('lists the breakpoints in order in tokens.css', () => {
  expect(listed.length).toBeGreaterThan(5);
  expect(listed).toEqual(listed.toSorted((a, b) => a - b));
});

test.each(sheets)('%s changes its layout at listed widths only', (_path, css) => {
  const used = [...css.matchAll(/@(?:media|container)([^{]*)/g)].flatMap(([, query = '']) => widthsIn(query));
  expect(used.filter((width) => !listed.includes(width))).toEqual([]);
});

test.each(Object.entries(queries))('%s asks for listed widths only', (_name, query) => {
  expect(widthsIn(query).filter((width) => !listed.includes(width))).toEqual([]);
});
