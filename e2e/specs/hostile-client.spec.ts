import type { APIRequestContext, Page } from '@playwright/test';
import { addInterviewer, post, putStorage, registerOnPlan, visitor } from '../support/accounts.ts';
import { cursorUpdate } from '../support/cursor-update.ts';
import { devices } from '../../testkit/devices.ts';
import { expect, test } from '../support/fixtures.ts';
import { guardedPage, MIXED, shown, expectHarmless } from '../support/hostile.ts';
import { openPlainClient } from '../support/plain-client.ts';
import type { PlainClient } from '../support/plain-client.ts';
import { expectCode, joinAsCandidate, newCompany, startInterview, typeAtEnd } from '../support/steps.ts';

/** The start of the text, which every document has. */
const START = { type: null, tname: 'code', item: null, assoc: 0 };
const CURSOR = { anchor: START, head: START };

test(
  'lets a hostile client inject nothing into the pages of a room',
  { tag: '@long' },
  async ({ browser, problems, request, baseURL }) => {
    const texts = MIXED;
    test.setTimeout(240_000);
    const options = { ...(baseURL && { baseURL }) };
    const laptop = await guardedPage(browser, { ...devices.laptop, ...options }, problems);
    const phone = await guardedPage(browser, { ...devices.phone, ...options }, problems);
    const both = [laptop, phone];
    const { owner, as } = await registerOnPlan(request, newCompany());
    await putStorage(laptop, visitor(owner));
    await laptop.goto('/dashboard');
    const roomCode = await startInterview(laptop);
    await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');
    const open = (authToken: string, userName: string) =>
      openPlainClient({ origin: baseURL ?? '', roomCode, userName, authToken, code: '' });

    const interviewer = await addInterviewer(request, as, 'Maya Okafor');
    await test.step('an interviewer’s name', async () => {
      for (const text of texts) {
        await as('PUT', `/users/${interviewer.user?.id}`, { name: text, email: interviewer.user?.email });
        const client = await open(interviewer.token, text);
        await present(both, `${text}, interviewer`);
        await client.emit('document:awareness', cursorOf(await ownId(client), interviewer.user?.id ?? '', text));
        for (const page of both) {
          await shown(page, text);
          await expectHarmless(page, `an interviewer called ${text}`);
        }
        await client.emit('unsubscribe', { channel: roomCode });
        client.close();
        for (const page of both)
          await expect(page.getByRole('status').getByText(`${text} disconnected.`)).toBeAttached();
      }
    });

    await test.step('a candidate’s only name is the joined one, and cursors carry no text', async () => {
      const [named = '', says = ''] = texts;
      const joined = await joinByHand(request, roomCode, named);
      const client = await open(joined.token, says);
      await present(both, `${named.trim()}, candidate`);
      const id = await ownId(client);
      for (const text of texts) await client.emit('document:awareness', cursorOf(id, joined.participantId, text));
      // The documented events still work: if a client subscribes again, it gets full texts.
      await client.emit('subscribe', { channel: roomCode });
      await expect(laptop.locator('.peer-caret')).not.toHaveCount(0);
      await expect(phone.locator('.cm-ySelectionCaret')).not.toHaveCount(0);
      for (const page of both) await expectHarmless(page, `cursors of ${named}`);
      await mayNot(client, roomCode, texts);
      client.change((text) => `${texts.join('\n')}\n${text}`);
      await typeAtEnd(laptop, '\n-- both go on\n');
      await expectCode(phone, '-- both go on');
      for (const page of both) await expectHarmless(page, 'code of a client');
      client.close();
    });

    await test.step('the message of the end', async () => {
      const client = await open(interviewer.token, texts.at(-1) ?? '');
      const message = texts.join('\n');
      expect(await client.tell('sessionEnded', { message, endedBy: texts[0] })).toEqual({ ok: true });
      for (const page of both) {
        const dialog = page.getByRole('alertdialog', { name: 'Session Ended' });
        for (const text of texts) await expect(dialog).toContainText(text.trim());
        await expectHarmless(page, 'the end');
      }
      client.close();
      await laptop.goto('/sessions');
      await shown(laptop, 'COMPLETED');
      await expectHarmless(laptop, 'sessions');
    });
    await Promise.all(both.map((page) => page.context().close()));
  },
);

async function joinByHand(request: APIRequestContext, roomCode: string, name: string) {
  const body = { candidate_name: name };
  const joined = await post<{ token: string; participant_id: string }>(
    request,
    `/public/session/${roomCode}/join`,
    body,
  );
  return { token: joined.token, participantId: joined.participant_id };
}

/** Waits until a participant's face is on the pages. */
async function present(pages: Page[], name: string): Promise<void> {
  for (const page of pages) await expect(page.getByRole('button', { name: name, exact: true })).toBeVisible();
}

/** Opens the document like the product's own client. Returns this participant's first client id. */
async function ownId(client: PlainClient): Promise<number> {
  const opened = (await client.emit('document:open', { stateVector: 'AA==' })) as { firstClientId: number };
  return opened.firstClientId;
}

/** A cursor with hostile text in every part that can hold text. */
function cursorOf(clientId: number, id: string, text: string) {
  const user = { id, name: text, hue: text, color: text, colorLight: text };
  return { clientId, update: cursorUpdate(clientId, { user, cursor: CURSOR, hello: [...text].slice(0, 20).join('') }) };
}

/** Events for interviewers only, and events that no client may send. */
async function mayNot(client: PlainClient, roomCode: string, texts: string[]): Promise<void> {
  for (const text of texts) {
    const refused = expect.objectContaining({ ok: false });
    expect(await client.tell('sessionEnded', { message: text, endedBy: text })).toEqual(refused);
    expect(await client.tell('typingModeChanged', { mode: text })).toEqual(refused);
    expect(await client.tell(text, { message: text })).toEqual(refused);
    expect(await client.emit('document:language', { language: text })).toEqual(refused);
    expect(await client.emit('subscribe', { channel: text })).toEqual(refused);
    expect(await client.emit('participant:remove', { participantId: text })).toEqual(refused);
  }
  expect(await client.emit('subscribe', { channel: roomCode })).toEqual(expect.objectContaining({ ok: true }));
}
