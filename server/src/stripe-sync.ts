import { readConfig } from './platform/config/read-config.ts';
import { ConfigError } from './platform/config/read-setting.ts';
import { openDatabase } from './platform/database/database.ts';
import { seedPlans } from './features/billing/billing.service.ts';
import { syncPrices } from './features/billing/checkout/prices.service.ts';
import { openPayments } from './payments.ts';
import { migrateToLatest } from './platform/database/migrate.ts';
import { waitForDatabase } from './platform/database/wait-for-database.ts';
import { shownError } from './platform/operator-error.ts';

// `npm run stripe:sync`: creates the plans at Stripe as products and prices. Idempotent. A changed price becomes a new
// one; existing subscriptions keep the old one.
try {
  await run();
} catch (error) {
  console.error(shownError(error));
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const config = readConfig();
  if (config.stripeSecretKey === null) throw new ConfigError('STRIPE_SECRET_KEY is not set.');
  const { db, close } = openDatabase(config, console);
  try {
    await waitForDatabase(db, console, config);
    await migrateToLatest(db);
    await seedPlans(db);
    const payments = openPayments(config, db);
    for (const { name, priceId } of payments ? await syncPrices(db, payments) : [])
      process.stdout.write(`${name.padEnd(24)} ${priceId}\n`);
  } finally {
    await close();
  }
}
