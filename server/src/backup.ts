// `npm run backup -- --out file` and `npm run restore -- --from file`.
import { parseArgs } from 'node:util';
import { backUp } from './backup/backup.ts';
import { DamagedBackupError } from './backup/format.ts';
import { restore, RestoreRefusedError } from './backup/restore.ts';
import { readConfig } from './platform/config/read-config.ts';
import { ConfigError } from './platform/config/read-setting.ts';
import { openDatabase } from './platform/database/database.ts';
import { waitForDatabase } from './platform/database/wait-for-database.ts';
import { OperatorError } from './platform/operator-error.ts';

const USAGE = 'Usage: npm run backup -- --out <file>   or   npm run restore -- --from <file> [--force]';

/** If the operator can fix an error, it is shown as one line. */
const EXPECTED = [OperatorError, DamagedBackupError, RestoreRefusedError];

try {
  await run(process.argv.slice(2));
} catch (error) {
  const isExpected = EXPECTED.some((kind) => error instanceof kind);
  console.error(error instanceof Error && (isExpected || 'code' in error) ? error.message : error);
  process.exitCode = 1;
}

async function run([command, ...args]: string[]): Promise<void> {
  const { out, from, force } = readArguments(args);
  const config = readConfig();
  const { maintenanceDb: db, close } = openDatabase(config, console);
  try {
    await waitForDatabase(db, console, config);
    if (command === 'backup' && out !== undefined) await backUp(db, out);
    else if (command === 'restore' && from !== undefined) await restore(db, from, { force });
    else throw new ConfigError(USAGE);
  } finally {
    await close();
  }
  process.stdout.write(command === 'backup' ? `Backed up to ${out}.\n` : `Restored from ${from}.\n`);
}

function readArguments(args: string[]) {
  const { values } = parseArgs({
    args,
    options: { out: { type: 'string' }, from: { type: 'string' }, force: { type: 'boolean', default: false } },
  });
  return values;
}
