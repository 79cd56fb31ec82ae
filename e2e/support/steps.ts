import type { Page } from '@playwright/test';
import { newRoom, PASSWORD, putStorage, registerOnPlan, visitor } from './accounts.ts';
import { expect } from './fixtures.ts';

/** The company account of a test. */
export interface TestCompany {
  name: string;
  email: string;
  password: string;
}

/** Returns a company with a unique name and email. */
export function newCompany(): TestCompany {
  const mark = Math.random().toString(36).slice(2, 10);
  return { name: `Analytical Engines ${mark}`, email: `hiring-${mark}@example.com`, password: PASSWORD };
}

/** Registers a company, up to the choice of a plan. */
export async function registerCompany(page: Page, company: TestCompany): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Company Name').fill(company.name);
  await page.getByLabel('Email Address').fill(company.email);
  await page.getByLabel('Password', { exact: true }).fill(company.password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(company.password);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible();
}

/** Registers a company on the screens with the free plan, and ends on the dashboard. */
export async function registerByHand(page: Page, company: TestCompany): Promise<void> {
  await registerCompany(page, company);
  await page.getByRole('article', { name: 'Starter' }).getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText(`Welcome back, ${company.name}!`)).toBeVisible();
}

/** Does the same by API calls, for tests of something else. */
export async function registerOnFreePlan(page: Page, company: TestCompany): Promise<void> {
  const { owner } = await registerOnPlan(page.request, company);
  await putStorage(page, visitor(owner));
  await page.goto('/dashboard');
  await expect(page.getByText(`Welcome back, ${company.name}!`)).toBeVisible();
}

/** Starts an interview from the dashboard and returns its room code, once its editor is connected. */
export async function startInterview(page: Page): Promise<string> {
  await page.getByText('Start Interview').first().click();
  await expect(page).toHaveURL(/\/editor\?room=/);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  return new URL(page.url()).searchParams.get('room') ?? '';
}

/**
 * Registers a company and starts its interview by API calls, and opens the room. Returns the room code, once the editor
 * is connected.
 */
export async function openInterview(page: Page, company = newCompany(), plan?: 'paid'): Promise<string> {
  const { owner, as } = await registerOnPlan(page.request, company, plan);
  const roomCode = newRoom();
  await as('POST', '/interview-sessions/quick-start', { room_code: roomCode });
  await putStorage(page, visitor(owner));
  await page.goto(`/editor?room=${roomCode}`);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  return roomCode;
}

/** Adds a question to the company of a page's account by an API call; returns its id. */
export async function addQuestion(page: Page, question: object): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const headers = { authorization: `Bearer ${token}` };
  const reply = await page.request.post('/api/questions', { headers, data: question });
  return ((await reply.json()) as { question: { id: string } }).question.id;
}

/** Opens an interview's link as a candidate and joins with a name. */
export async function joinAsCandidate(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Your Name').fill(name);
  await page.getByRole('button', { name: 'Join Code Share' }).click();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
}

/** Writes at the end of the code: a line in one insertion, a line break by Enter, which sends held lines. */
export async function typeAtEnd(page: Page, text: string): Promise<void> {
  // Near the first line, because in a low window the invitation covers the middle.
  await page
    .locator('.monaco-editor .view-lines, .cm-content')
    .first()
    .click({ position: { x: 60, y: 10 } });
  await page.keyboard.press('Control+End');
  for (const [nth, line] of text.split('\n').entries()) {
    if (nth > 0) await page.keyboard.press('Enter');
    if (line !== '') await page.keyboard.insertText(line);
  }
}

/** Waits until the code on the screen contains a piece of text. */
export async function expectCode(page: Page, text: string): Promise<void> {
  await expect.poll(() => shownCode(page)).toContain(text);
}

/** Returns the code on the screen. Monaco draws spaces as no-break spaces. */
export async function shownCode(page: Page): Promise<string> {
  const lines = await page.locator('.monaco-editor .view-line, .cm-line').allInnerTexts();
  return lines.join('\n').replaceAll('\u00a0', ' ');
}

/** Ends the interview as its interviewer. */
export async function endInterview(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'End', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(
    'Are you sure you want to end this interview session? All participants will be disconnected.',
  );
  await question.getByRole('button', { name: /^End/ }).click();
}

/** Reads an interview from the server with a page's account. */
export async function readInterview(
  page: Page,
  roomCode: string,
): Promise<{ id: string; status: string; code: string }> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const headers = { authorization: `Bearer ${token}` };
  const reply = await page.request.get(`/api/interview-sessions/room/${roomCode}`, { headers });
  const { session } = (await reply.json()) as {
    session: { id: string; status: string; code_editor_data: { code_content: string }[] };
  };
  return { id: session.id, status: session.status, code: session.code_editor_data[0]?.code_content ?? '' };
}
