import { PGlite } from '@electric-sql/pglite';
import { capMemory } from '../worker/memory-cap.ts';
import { servePrograms } from '../worker/serve-programs.ts';
import type { Host } from '../worker/serve-programs.ts';
import { addExtension } from './sql/extensions.ts';
import { runScript } from './sql/postgres-script.ts';
import type { Result } from './sql/postgres-script.ts';
import { tableText } from './sql/result-table.ts';
import { seedFiles } from './sql/seed-files.ts';
import { failAt } from './sql/sql-error.ts';

servePrograms(async ({ modules, blobs }) => {
  capMemory();
  const { 'pglite.wasm': pgliteWasmModule } = modules;
  const { 'pglite.data': fsBundle, 'data.tar': loadDataDir } = blobs;
  if (!pgliteWasmModule || !fsBundle || !loadDataDir) throw new Error('A file of PostgreSQL is missing');
  // Any module prevents that it fetches initdb, which the data folder makes needless.
  const initdbWasmModule = pgliteWasmModule;
  const database = await PGlite.create({ pgliteWasmModule, initdbWasmModule, fsBundle, loadDataDir });
  return async ({ code, files = [], dataSet, packages }, host) => {
    const extensions = packages?.offered ?? [];
    for (const { data } of packages?.files ?? []) addExtension(database, new Uint8Array(data));
    const failedData = dataSet === null ? null : await runScript(database, dataSet, extensions, () => undefined);
    if (failedData !== null) return failAt(host, code, `The data set cannot be created. ${failedData.message}`, null);
    for (const { name, content } of seedFiles(files)) {
      const failed = await runScript(database, content, extensions, () => undefined);
      if (failed !== null) return failAt(host, content, failed.message, failed.index, name);
    }
    const failed = await runScript(database, code, extensions, (result) => show(result, host));
    return failed === null ? host.end({}) : failAt(host, code, failed.message, failed.index);
  };
});

function show(result: Result, { output }: Host): void {
  if (typeof result === 'string') output.write('out', `${result}\n`);
  else output.write('table', tableText(result, output.room));
}
