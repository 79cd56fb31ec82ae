import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pathFromRoot } from './paths.mjs';
import { settingNames, withoutSettings } from './settings.mjs';
import { sourceStamp } from './web-build.mjs';

it('lists every setting that the server reads', () => {
  const folder = pathFromRoot('server/src/platform/config');
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const source = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
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

it('removes every setting but the named ones, so that the demo reaches no database of this machine', () => {
  const env = {
    DATABASE_URL: 'postgresql://db/real',
    REDIS_URL: 'redis://db',
    NODE_ENV: 'production',
    PORT: '1',
    HOME: '/',
  };
  expect(withoutSettings(env, ['PORT'])).toEqual({ PORT: '1', HOME: '/' });
});
