import { devices } from '../../testkit/devices.ts';
import { expect, test, watch } from '../support/fixtures.ts';
import { whenKept } from '../support/installed.ts';
import { startShipped } from '../support/shipped.ts';
import type { Shipped } from '../support/shipped.ts';
import {
  expectCode,
  joinAsCandidate,
  newCompany,
  registerByHand,
  startInterview,
  typeAtEnd,
} from '../support/steps.ts';

let shipped: Shipped | undefined;

test.beforeAll(async () => {
  shipped = await startShipped();
});

test.afterAll(() => shipped?.stop());

test('serves an interview from the files of the container image', async ({ browser, problems }) => {
  const baseURL = shipped?.origin ?? '';
  const open = async (device: keyof typeof devices) => {
    const context = await browser.newContext({
      ...devices[device],
      baseURL,
      // The worker fetches every file of the app.
      serviceWorkers: 'allow',
    });
    watch(context, problems, baseURL);
    context.on('response', (response) => {
      if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
    });
    return context.newPage();
  };
  const [interviewer, candidate] = await Promise.all([open('laptop'), open('phone')]);

  await test.step('the landing page renders', async () => {
    await interviewer.goto('/');
    await expect(interviewer.getByRole('heading', { level: 1 })).toBeVisible();
  });

  await test.step('a company registers and starts a session', async () => {
    await registerByHand(interviewer, newCompany());
    const room = await startInterview(interviewer);
    await joinAsCandidate(candidate, `/codeshare/${room}`, 'Ada Lovelace');
  });

  await test.step('both see each other’s text', async () => {
    await typeAtEnd(interviewer, '\nSELECT name FROM engines;\n');
    await expectCode(candidate, 'SELECT name FROM engines;');
    await typeAtEnd(candidate, 'WHERE year = 1837;\n');
    await expectCode(interviewer, 'WHERE year = 1837;');
  });

  await test.step('the device keeps the app', () => whenKept(interviewer));
});
