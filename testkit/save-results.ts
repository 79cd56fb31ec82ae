import { mkdirSync, writeFileSync } from 'node:fs';

/** Writes a page and its figures to `results`, named by the date. */
export function saveResults(name: string, page: string, figures: object): void {
  mkdirSync(new URL('../verification/bench/results/', import.meta.url), { recursive: true });
  const day = new Date().toISOString().slice(0, 10);
  const path = (extension: string) =>
    new URL(`../verification/bench/results/${day}-${name}.${extension}`, import.meta.url);
  writeFileSync(path('md'), `${page}\n`);
  writeFileSync(path('json'), `${JSON.stringify(figures, null, 2)}\n`);
}
