import { networkInterfaces } from 'node:os';
import { createApp } from './app.ts';
import type { Config } from './platform/config/config.ts';
import { readConfig, settingsWithoutEffect } from './platform/config/read-config.ts';
import { warningsOf } from './platform/config/production-rules.ts';
import { openDatabase } from './platform/database/database.ts';
import { seedPlans } from './features/billing/billing.service.ts';
import { migrateToLatest } from './platform/database/migrate.ts';
import { listenError, requireAddress } from './platform/http/listen-error.ts';
import { pagesNotice } from './platform/http/pages/web-app.ts';
import { mailNotice } from './platform/mail/mailer.ts';
import { waitForDatabase } from './platform/database/wait-for-database.ts';
import { shownError } from './platform/operator-error.ts';
import { releaseStartMemory } from './platform/release-memory.ts';

/** How long a stopping node waits for its sockets and its log (ms). */
const STOP_WITHIN_MS = 10_000;

try {
  await start(readConfig());
} catch (error) {
  console.error(shownError(error));
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  for (const warning of [...warningsOf(config), ...settingsWithoutEffect()]) console.warn(`WARNING: ${warning}`);
  const startedAt = performance.now();
  const { close, maintenanceDb, ...databases } = openDatabase(config, console);
  const { db } = databases;
  await requireAddress(config);
  await waitForDatabase(db, console, config);
  await migrateToLatest(maintenanceDb);
  await seedPlans(db);
  process.stdout.write(`Opening the database… done in ${secondsSince(startedAt)} s\n`);
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
  // An unhandled rejection is a bug, but no reason to close all rooms of this node.
  process.on('unhandledRejection', (err) => app.log.error({ err }, 'unhandled rejection'));
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const { level } = app.log;
  // Fastify logs each address that it listens on; the line below replaces these.
  app.log.level = level === 'info' ? 'warn' : level;
  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw listenError(error, config);
  });
  app.log.level = level;
  const bound = app.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : config.port;
  releaseStartMemory();
  for (const notice of [pagesNotice(config), mailNotice(config)])
    if (notice !== null) console.warn(`WARNING: ${notice}`);
  process.stdout.write(`\n  Ready in ${secondsSince(0)} s: ${address(config, port)}\n\n`);
}

/** Returns the seconds since a time of `performance.now()`, whose zero is the start of this process. */
function secondsSince(time: number): string {
  return ((performance.now() - time) / 1_000).toFixed(1);
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
