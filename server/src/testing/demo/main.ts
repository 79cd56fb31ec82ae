// Fills a new data folder with the demo's company, for `npm run demo`. It reads no settings, so that it cannot write
// into another database.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createApp } from '../../app.ts';
import { seedPlans } from '../../features/billing/billing.service.ts';
import { readConfig } from '../../platform/config/read-config.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { migrateToLatest } from '../../platform/database/migrate.ts';
import { makeDemo, type Demo } from './make-demo.ts';

const [DATA_DIR = ''] = process.argv.slice(2);
const config = readConfig({ DATA_DIR, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' });
const { close, maintenanceDb, ...databases } = openDatabase(config, console);
await migrateToLatest(maintenanceDb);
await seedPlans(databases.db);
const node = await createApp(config, databases);
await writeFile(join(DATA_DIR, 'demo.txt'), describe(await makeDemo(node)));
await node.app.close();
await close();

function describe({ accounts, password, room }: Demo): string {
  const lines = accounts.map(({ role, name, email }) => `    ${role.padEnd(13)}${name.padEnd(20)}${email}`);
  return `
  An invented company: nothing of it is real, and no e-mail or payment leaves this machine.

${lines.join('\n')}
    all with the password "${password}"

  A session with Barbara Liskov is open: join it as the candidate in a private window, at
    /codeshare/${room}
  and sign in as Maya Okafor beside it to let the candidate in.
`;
}
