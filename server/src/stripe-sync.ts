import { readConfig } from './platform/config/read-config.ts';
import { openDatabase } from './platform/database/database.ts';
import { seedPlans } from './features/billing/billing.service.ts';
import { syncPrices } from './features/billing/checkout/prices.service.ts';
import { openPayments } from './payments.ts';
import { migrateToLatest } from './platform/database/migrate.ts';

// `npm run stripe:sync`: creates the plans at Stripe as products and prices. Idempotent. A changed price becomes a new
// one; existing subscriptions keep the old one.
const config = readConfig();
if (config.stripeSecretKey === null) fail('STRIPE_SECRET_KEY is not set.');
const { db, close } = openDatabase(config, console);
try {
  await migrateToLatest(db);
  await seedPlans(db);
  const payments = openPayments(config, db);
  for (const { name, priceId } of payments ? await syncPrices(db, payments) : [])
    process.stdout.write(`${name.padEnd(24)} ${priceId}\n`);
} finally {
  await close();
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
