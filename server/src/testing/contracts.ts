import { readdirSync } from 'node:fs';

const FOLDER = new URL('../../../contracts/src/', import.meta.url);

/** Everything the wire's description exports, by file and name: what is added there is found here. */
export const contractExports: { file: string; name: string; value: unknown }[] = (
  await Promise.all(readdirSync(FOLDER).filter(isModule).map(exportsOf))
).flat();

function isModule(file: string): boolean {
  return file.endsWith('.ts') && !file.endsWith('.test.ts');
}

async function exportsOf(file: string) {
  const module: Record<string, unknown> = await import(new URL(file, FOLDER).pathname);
  return Object.entries(module).map(([name, value]) => ({ file, name, value }));
}
