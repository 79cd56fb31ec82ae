import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SETTINGS, unknownSettings } from './unknown-settings.ts';

it('knows every setting of .env.example, and no other', () => {
  const example = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8');
  const names = [...example.matchAll(/^#([A-Z_]+)=/gm)].map(([, name = '']) => name);

  expect(SETTINGS.toSorted()).toEqual(names.toSorted());
});

it.each([
  ['RATE_LIMIT', 'RATE_LIMITS'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['PUBLIC-URL', 'PUBLIC_URL'],
  ['public_url', 'PUBLIC_URL'],
  ['port', 'PORT'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
])('names %s, which looks like %s', (name, meant) => {
  expect(unknownSettings({ [name]: 'off' })).toEqual([
    `${name} is not a setting and has no effect. Is ${meant} meant?`,
  ]);
});

it('names a setting that is like none of those of its kind', () => {
  expect(unknownSettings({ SMTP_PASSWORD: 'x' })).toEqual(['SMTP_PASSWORD is not a setting and has no effect.']);
});

it('ignores known settings and those of other programs', () => {
  const others = {
    HOME: '/root',
    PATH: '/bin',
    PWD: '/',
    HOSTNAME: 'x',
    SHELL: 'sh',
    NODE_ENV: 'test',
    POSTGRES_PASSWORD: 'x',
  };
  const shell = {
    LOGNAME: 'x',
    LANG: 'C',
    TERM: 'x',
    npm_config_user_agent: 'npm',
    REDIS_URL_2: '',
    KUBERNETES_PORT: 'x',
  };

  expect(unknownSettings({ ...others, ...shell, RATE_LIMITS: 'off' })).toEqual([]);
  expect(unknownSettings({ DATABASE_URL: 'postgres://db', DATABASE_URI: 'postgres://db' })).toEqual([]);
  expect(unknownSettings({ RATE_LIMIT: '' })).toEqual([]);
});
