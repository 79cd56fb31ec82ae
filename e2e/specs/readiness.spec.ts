import { violations } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { joinAsCandidate, openInterview } from '../support/steps.ts';

test(
  'shows on the join card whether the device is ready, and preloads the session',
  { tag: '@long' },
  async ({ laptop, phone, picture, problems }) => {
    const roomCode = await openInterview(laptop);
    await phone.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await phone.goto(`/codeshare/${roomCode}`);
    const device = phone.getByRole('region', { name: 'Is this device ready?' });
    for (const label of ['Internet connection', 'Backup on this device', 'Code editor'])
      await expect(device.locator('div').filter({ hasText: label })).toContainText('Ready', { timeout: 20_000 });
    await expect(phone.getByRole('status').filter({ hasText: 'This device is ready' })).toHaveCount(1);
    const shifted = await phone.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect(shifted.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.02);
    expect(await violations(phone)).toEqual([]);
    await picture(phone, 'ready');
    for (const colorScheme of ['dark', 'light'] as const) {
      await phone.emulateMedia({ colorScheme });
      expect(await violations(phone, 'colors')).toEqual([]);
      await picture(phone, `ready ${colorScheme}`);
    }

    await phone.context().setOffline(true);
    await expect(device).toContainText('Not reachable: check your network');
    await picture(phone, 'not ready');
    await phone.context().setOffline(false);
    await expect(device.locator('div').filter({ hasText: 'Internet connection' })).toContainText('Ready');
    problems.splice(0, problems.length, ...problems.filter((each) => !each.includes('ERR_INTERNET_DISCONNECTED')));

    const loaded: string[] = [];
    phone.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await phone.getByLabel('Your Name').fill('Ada Lovelace');
    await phone.getByRole('button', { name: 'Join Code Share' }).click();
    await expect(phone.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(phone.locator('.cm-content')).toContainText('Start coding here');
    expect(loaded.filter((path) => /ed\/(room|monaco)|CodeMirrorPane/.test(path))).toEqual([]);
  },
);

test(
  'loads the room and then its editor while the name is typed on a new phone, and each file once',
  { tag: '@long' },
  async ({ laptop, phone }) => {
    const roomCode = await openInterview(laptop);
    const asked: string[] = [];
    phone.on('request', (request) => {
      if (request.resourceType() === 'script') asked.push(new URL(request.url()).pathname);
    });
    const requests = (file: RegExp) => expect.poll(() => asked.join(' '), `${file}`).toMatch(file);
    // The app would request them itself, but cannot render yet.
    const [framework, card] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    for (const [files, held] of [
      ['**/assets/framework-*.js', framework],
      ['**/assets/codeshare._roomCode-*.js', card],
    ] as const)
      await phone.route(files, (route) => held.promise.then(() => route.continue()));
    await phone.goto(`/codeshare/${roomCode}`, { waitUntil: 'commit' });
    await requests(/ed\/room\/CandidateRoom-/);
    expect(asked.join(' ')).not.toMatch(/CodeMirrorPane/);
    framework.resolve();
    await requests(/ed\/codemirror\/CodeMirrorPane-/);
    expect(asked.join(' ')).not.toMatch(/Monaco/);
    card.resolve();
    await expect(phone.getByRole('region', { name: 'Is this device ready?' })).toBeVisible();
    await phone.getByLabel('Your Name').fill('Ada Lovelace');
    await phone.getByRole('button', { name: 'Join Code Share' }).click();
    await expect(phone.locator('.cm-content')).toContainText('Start coding here', { timeout: 30_000 });
    expect(asked).toEqual([...new Set(asked)]);
  },
);

test(
  'shows that live updates are blocked, and joins all the same',
  { tag: '@long' },
  async ({ laptop, phone, problems }) => {
    const roomCode = await openInterview(laptop);
    await phone.addInitScript(() => {
      // Like behind a proxy that blocks WebSockets.
      class Blocked extends EventTarget {
        readyState = 0;
        constructor() {
          super();
          setTimeout(() => {
            this.readyState = 3;
            for (const type of ['error', 'close']) {
              const handler: unknown = Reflect.get(this, `on${type}`);
              if (typeof handler === 'function') handler(new Event(type));
              this.dispatchEvent(new Event(type));
            }
          }, 10);
        }
        close() {}
      }
      Object.defineProperty(window, 'WebSocket', { value: Blocked });
    });
    await phone.goto(`/codeshare/${roomCode}`);
    const device = phone.getByRole('region', { name: 'Is this device ready?' });
    await expect(device).toContainText('Slow: changes may arrive late');
    await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');
    problems.length = 0;
  },
);
