import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pathFromRoot } from './paths.mjs';
import { settingNames } from './settings.mjs';
import { sourceStamp } from './web-build.mjs';

it('lists every setting that the server reads', () => {
  const source = readFileSync(pathFromRoot('server/src/platform/config/config.ts'), 'utf8');
  const read = [...source.matchAll(/\(env, '([A-Z_]+)'/g)].flatMap(([, name]) => name ?? []);
  expect(read).toContain('PORT');
  expect(settingNames()).toEqual(expect.arrayContaining(read));
});

it('rebuilds the web app when a build-time setting changes', () => {
  const before = sourceStamp();
  expect(sourceStamp()).toBe(before);
  process.env['VITE_API_URL'] = 'https://api.example.com';
  expect(sourceStamp()).not.toBe(before);
  delete process.env['VITE_API_URL'];
});
