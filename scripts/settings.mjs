import { readFileSync } from 'node:fs';
import { pathFromRoot } from './paths.mjs';

/**
 * Returns the names of all settings of the product.
 * @returns {string[]}
 */
export function settingNames() {
  const example = readFileSync(pathFromRoot('.env.example'), 'utf8');
  return [...example.matchAll(/^#([A-Z_]+)=/gm)].flatMap(([, name]) => name ?? []);
}
