import { networkInterfaces } from 'node:os';
import { createApp } from './app.ts';
import { ConfigError, readConfig, warningsOf, type Config } from './config.ts';
import { openDatabase } from './platform/database/database.ts';
import { seedPlans } from './features/billing/billing.service.ts';
import { FolderInUseError } from './platform/database/folder-lock.ts';
import { migrateToLatest } from './platform/database/migrate.ts';
import { DatabaseAwayError, waitForDatabase } from './platform/database/wait-for-database.ts';

/** Longest time a stopping node waits for its sockets and its log, in milliseconds. */
const STOP_WITHIN_MS = 10_000;

try {
  await start(readConfig());
} catch (error) {
  // What the person at the keyboard can mend is one line; anything else is a defect and shows its trace.
  const isExpected = [ConfigError, FolderInUseError, DatabaseAwayError].some((kind) => error instanceof kind);
  console.error(isExpected && error instanceof Error ? error.message : error);
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  for (const warning of warningsOf(config)) console.warn(`WARNING: ${warning}`);
  const { close, ...databases } = openDatabase(config, console);
  const { db } = databases;
  await waitForDatabase(db, console);
  await migrateToLatest(db);
  await seedPlans(db);
  const { app } = await createApp(config, databases);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    void app
      .close()
      .then(close)
      .finally(() => process.exit(0));
  };
  // A forgotten failure is a defect to be mended, and no reason to close the rooms of everybody on this node.
  process.on('unhandledRejection', (err) => app.log.error({ err }, 'a failure that nobody took'));
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  await app.listen({ host: config.host, port: config.port });
  const bound = app.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : config.port;
  process.stdout.write(`\n  Code Interview Platform is ready: ${address(config, port)}\n\n`);
}

function address(config: Config, port: number): string {
  if (config.publicUrl) return config.publicUrl;
  const local = config.host === '0.0.0.0' || config.host === '::' || config.host === '127.0.0.1';
  const lan = Object.values(networkInterfaces())
    .flat()
    .find((face) => face && !face.internal && face.family === 'IPv4');
  const onLan = lan && config.host === '0.0.0.0' ? `  (phones on this network: http://${lan.address}:${port})` : '';
  return `http://${local ? 'localhost' : config.host}:${port}${onLan}`;
}
