import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { registerCompany } from '../../../testing/builders.ts';
import { describeDatabases } from '../../../testing/databases/describe-databases.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { requirePayments, withBillingLease } from './billing-lease.service.ts';

describeDatabases('the billing lease', (database) => {
  let node: TestApp;
  beforeAll(async () => {
    node = await startTestApp({ database });
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(() => node.close());

  const run = (companyId: string, change: () => Promise<unknown>) =>
    withBillingLease(requirePayments(node.ctx), companyId, change);
  const endLease = (companyId: string) =>
    node.ctx.db
      .updateTable('payment_customers')
      .set({ changing_until: sql<string>`now()` })
      .where('company_id', '=', companyId)
      .execute();
  const readLease = (companyId: string) =>
    node.ctx.db
      .selectFrom('payment_customers')
      .where('company_id', '=', companyId)
      .select(['changing_until', sql<boolean>`changing_until > now()`.as('isHeld')])
      .executeTakeFirstOrThrow();

  it('keeps the lease of a change that follows a slow one when that ends', async () => {
    const { id } = (await registerCompany(node)).company;
    const [slowMayEnd, slowHasEnded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slowHasBegun = Promise.withResolvers<void>();
    const slow = run(id, async () => {
      slowHasBegun.resolve();
      await slowMayEnd.promise;
    });
    await slowHasBegun.promise;
    await endLease(id);

    const second = run(id, async () => {
      slowMayEnd.resolve();
      await slowHasEnded.promise;
      return readLease(id);
    });
    await slow;
    slowHasEnded.resolve();

    expect(await second).toMatchObject({ isHeld: true });
    expect(await readLease(id)).toMatchObject({ isHeld: false });
  });

  it('prolongs the lease while its change runs', async () => {
    const { id } = (await registerCompany(node)).company;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });

    await run(id, async () => {
      const before = await readLease(id);
      vi.advanceTimersByTime(20_000);
      await vi.waitFor(async () => expect((await readLease(id)).changing_until).not.toEqual(before.changing_until), {
        timeout: 10_000,
      });
    });

    expect(await readLease(id)).toMatchObject({ isHeld: false });
  });
});
