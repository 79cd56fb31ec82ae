import { readdirSync } from 'node:fs';

const FOLDER = new URL('../../../../contracts/src/', import.meta.url);

/** All exports of the contracts by file and name, so that tests cover future additions. */
export const contractExports: { file: string; name: string; value: unknown }[] = (
  await Promise.all(readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(isModule).map(exportsOf))
).flat();

function isModule(file: string): boolean {
  return file.endsWith('.ts') && !file.endsWith('.test.ts');
}

async function exportsOf(file: string) {
  const module: Record<string, unknown> = await import(new URL(file, FOLDER).href);
  return Object.entries(module).map(([name, value]) => ({ file, name, value }));
}
