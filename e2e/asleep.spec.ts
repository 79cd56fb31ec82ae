import { expect, test } from './fixtures.ts';
import { expectCode, joinAsCandidate, newCompany, registerOnFreePlan, startInterview, typeAtEnd } from './steps.ts';

/** Longer than the server keeps a connection that says nothing: after that an hour is no different. */
const ASLEEP_MS = 25_000;
/** A device that wakes up is in the room again by then, without a click. */
const BACK_WITHIN_MS = 5_000;

test('a device that slept is in the room again by itself, and nobody has lost a line', async ({ laptop, phone }) => {
  await registerOnFreePlan(laptop, newCompany());
  const roomCode = await startInterview(laptop);
  await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');
  await typeAtEnd(phone, '\n-- before\n');
  await expectCode(laptop, '-- before');
  const people = laptop.getByRole('list', { name: 'Participants' }).getByRole('listitem');
  await expect(people).toHaveCount(2);
  const system = await phone.context().newCDPSession(phone);

  await system.send('Page.setWebLifecycleState', { state: 'frozen' });
  await typeAtEnd(laptop, '-- meanwhile\n');
  await laptop.waitForTimeout(ASLEEP_MS);
  await expect(people).toHaveCount(1);
  await system.send('Page.setWebLifecycleState', { state: 'active' });

  await expectCode(phone, '-- meanwhile');
  await expect(people).toHaveCount(2, { timeout: BACK_WITHIN_MS });
  await expect(phone.getByText('Connected', { exact: true })).toBeVisible();
  await typeAtEnd(phone, '-- after\n');
  await expectCode(laptop, '-- after');
});
