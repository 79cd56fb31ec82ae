import { readConfig } from './config.ts';
import { openDatabase } from './platform/database/database.ts';
import { seedPlans } from './features/billing/billing.service.ts';
import { syncPrices } from './features/billing/prices.service.ts';
import { openPayments } from './payments.ts';
import { migrateToLatest } from './platform/database/migrate.ts';

// `npm run stripe:sync`: brings the plans to Stripe as products and prices. Safe to repeat; a price that changed is a
// new one, and who bought at the old one keeps it.
const config = readConfig();
if (config.stripeSecretKey === null) fail('STRIPE_SECRET_KEY is not set, so there is nobody to bring the plans to.');
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
