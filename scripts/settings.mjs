import { readFileSync } from 'node:fs';
import { pathFromRoot } from './paths.mjs';

/** Services of this machine: the tests use them if they are named, and otherwise start their own. */
const SERVICES = ['REDIS_URL', 'DATABASE_URL'];

/**
 * Returns the names of all settings of the product.
 * @returns {string[]}
 */
export function settingNames() {
  const example = readFileSync(pathFromRoot('.env.example'), 'utf8');
  return [...example.matchAll(/^#([A-Z_]+)=/gm)].flatMap(([, name]) => name ?? []);
}

/**
 * Returns an environment without the settings of the product, except the named ones.
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} kept
 * @returns {NodeJS.ProcessEnv}
 */
export function withoutSettings(env, kept) {
  const removed = ['NODE_ENV', ...settingNames()].filter((name) => !kept.includes(name));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !removed.includes(name)));
}

/** Removes settings of this shell or a surrounding npm, because tests run with the product's defaults. */
export function clearSettings() {
  for (const name of ['NODE_ENV', ...settingNames()]) if (!SERVICES.includes(name)) delete process.env[name];
}
