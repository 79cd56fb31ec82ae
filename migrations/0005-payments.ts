import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

const now = sql`now()`;
const newId = sql`gen_random_uuid()`;

const TERMS = [
  'name',
  'price_cents',
  'billing_cycle',
  'max_concurrent_sessions',
  'max_interviewers',
  'max_interviews_per_month',
  'recording_enabled',
  'analytics_enabled',
] as const;

/** Versions of plans, customers and prices at the payment provider, and its events. */
export async function up(db: AnyDatabase): Promise<void> {
  await createVersions(db);
  await createPayments(db);
  await extendSubscriptions(db);
}

export async function down(db: AnyDatabase): Promise<void> {
  const columns = [
    'plan_version_id',
    'provider',
    'provider_subscription_id',
    'renews',
    'next_version_id',
    'unpaid_since',
    'access_until',
    'free_version_id',
    'free_after',
  ];
  for (const column of columns) await db.schema.alterTable('subscriptions').dropColumn(column).execute();
  const tables = ['test_payments', 'payment_events', 'checkouts', 'payment_customers', 'plan_prices', 'plan_versions'];
  for (const table of tables) await db.schema.dropTable(table).execute();
}

// The terms of a plan at some time. Rows never change: existing subscriptions keep their terms.
async function createVersions(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('plan_versions')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(newId))
    .addColumn('plan_id', 'uuid', (c) => c.notNull().references('plans.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('price_cents', 'integer', (c) => c.notNull())
    .addColumn('billing_cycle', 'text', (c) => c.notNull())
    .addColumn('max_concurrent_sessions', 'integer', (c) => c.notNull())
    .addColumn('max_interviewers', 'integer', (c) => c.notNull())
    .addColumn('max_interviews_per_month', 'integer', (c) => c.notNull())
    .addColumn('recording_enabled', 'boolean', (c) => c.notNull())
    .addColumn('analytics_enabled', 'boolean', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(now))
    .addUniqueConstraint('plan_versions_terms', ['plan_id', ...TERMS])
    .execute();
  const terms = sql.join(TERMS.map((column) => sql.ref(column)));
  await sql`insert into plan_versions (plan_id, ${terms}) select id, ${terms} from plans`.execute(db);
  await db.schema
    .createTable('plan_prices')
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('price_id', 'text', (c) => c.notNull())
    .addColumn('plan_version_id', 'uuid', (c) => c.notNull().references('plan_versions.id'))
    .addPrimaryKeyConstraint('plan_prices_pkey', ['provider', 'price_id'])
    .addUniqueConstraint('plan_prices_version', ['provider', 'plan_version_id'])
    .execute();
}

async function createPayments(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('payment_customers')
    .addColumn('company_id', 'uuid', (c) => c.notNull().references('companies.id').onDelete('cascade'))
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('customer_id', 'text')
    // Counts syncs from the provider, so that an older reply never replaces a newer one.
    .addColumn('takeovers', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('checked_at', 'timestamptz', (c) => c.notNull().defaultTo(now))
    // The lease of a billing change, because all nodes together make one at a time.
    .addColumn('changing_until', 'timestamptz', (c) => c.notNull().defaultTo(now))
    .addPrimaryKeyConstraint('payment_customers_pkey', ['company_id', 'provider'])
    .addUniqueConstraint('payment_customers_customer', ['provider', 'customer_id'])
    .execute();
  await db.schema
    .createTable('checkouts')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(newId))
    .addColumn('company_id', 'uuid', (c) => c.notNull().references('companies.id').onDelete('cascade'))
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('plan_version_id', 'uuid', (c) => c.notNull().references('plan_versions.id'))
    .addColumn('provider_checkout_id', 'text')
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('open', 'complete', 'expired')`))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(now))
    .execute();
  await db.schema.createIndex('checkouts_company').on('checkouts').columns(['company_id', 'created_at']).execute();
  await db.schema
    .createTable('payment_events')
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('event_id', 'text', (c) => c.notNull())
    .addColumn('received_at', 'timestamptz', (c) => c.notNull().defaultTo(now))
    .addPrimaryKeyConstraint('payment_events_pkey', ['provider', 'event_id'])
    .execute();
  // The data of the test payments, if no provider is configured.
  await db.schema
    .createTable('test_payments')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('data', 'jsonb', (c) => c.notNull())
    .execute();
}

async function extendSubscriptions(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('subscriptions')
    .addColumn('plan_version_id', 'uuid', (c) => c.references('plan_versions.id'))
    .addColumn('provider', 'text')
    .addColumn('provider_subscription_id', 'text')
    .addColumn('renews', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('next_version_id', 'uuid', (c) => c.references('plan_versions.id'))
    .addColumn('unpaid_since', 'timestamptz')
    // Until when an active subscription is valid; if null, `ends_at` decides.
    .addColumn('access_until', 'timestamptz')
    // The free plan that the company chose, and its paid subscription at that time.
    .addColumn('free_version_id', 'uuid', (c) => c.references('plan_versions.id'))
    .addColumn('free_after', 'text')
    .execute();
  await sql`update subscriptions s set plan_version_id = v.id,
      free_version_id = case when v.price_cents = 0 then v.id end
    from plan_versions v where v.plan_id = s.plan_id`.execute(db);
}
