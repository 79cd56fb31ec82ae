import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aPublicInterview } from '../testing/examples.ts';
import { RefusedWebSocket } from '../testing/refused-web-socket.ts';
import { showCard } from './card.ts';
import type { Prejoin } from './handover.ts';

const CODE = 'private-room-abc123def';
const URL = `/api/public/session/${CODE}/join`;
const sent: string[] = [];
let prejoin: Prejoin;

beforeEach(() => {
  prejoin = { roomCode: CODE, reply: Promise.resolve(new Response()), card: null };
  document.body.innerHTML = `<div id="root" hidden><h1><small>With </small><span></span></h1><p hidden><strong></strong></p>
    <p data-rule hidden><b></b> <span></span> <span></span></p>
    <form><input required><button><span data-other="Joining...">Join</span></button></form>
    <p>Recorded <i data-until></i></p></div>`;
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    sent.push(`${url} ${body}`);
    return Promise.resolve(Response.json({}));
  });
});

afterEach(() => {
  sent.length = 0;
  localStorage.clear();
  vi.unstubAllGlobals();
});

const find = <T extends Element>(selector: string) =>
  document.querySelector<T & HTMLElement>(selector) as T & HTMLElement;
const field = () => find<HTMLInputElement>('input');
const submit = () =>
  find<HTMLFormElement>('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
const show = (about: Parameters<typeof aPublicInterview>[0] = {}) => showCard(prejoin, aPublicInterview(about), URL);

test('shows who invites and focuses the field', () => {
  show({ company_name: 'Analytical Engines', interviewer_name: 'Maya' });
  expect(find('#root').hidden).toBe(false);
  expect(find('h1').textContent).toBe('With Analytical Engines');
  expect(find('strong').textContent).toBe('Maya');
  expect(find('strong').parentElement?.hidden).toBe(false);
  expect(document.activeElement).toBe(field());
  expect(prejoin).toMatchObject({ reply: null, card: { field: field(), join: null } });
});

test('names a company that interviews itself only once', () => {
  show({ company_name: 'Analytical Engines', interviewer_name: 'Analytical Engines' });
  expect(find('h1').textContent).toBe('With Analytical Engines');
  expect(find('strong').textContent).toBe('');
  expect(find('strong').parentElement?.hidden).toBe(true);
});

test('shows how long the recording is stored', () => {
  show({ retention_days: 30 });
  expect(find('[data-until]').textContent).toBe('for 30 days');
});

test('shows the rule where there is one', () => {
  show({ rule: { tools: 'no_ai', note: 'Documentation is fine.' } });
  expect(find('[data-rule]').hidden).toBe(false);
  expect(find('[data-rule]').textContent?.trim()).toBe('No AI Documentation is fine.');
});

test.each([
  ['with a rule', { completion: 'full', rule: { tools: 'no_ai', note: null } }, 'No AI  The editor completes code.'],
  ['without a rule', { completion: 'words' }, 'The editor completes words.'],
] as const)('shows how much the editor completes, %s', (_what, about, text) => {
  show(about);
  expect(find('[data-rule]').hidden).toBe(false);
  expect(find('[data-rule]').textContent?.trim()).toBe(text);
});

test('shows nothing about rules without one', () => {
  show();
  expect(find('[data-rule]').hidden).toBe(true);
});

test('sends a trimmed name once, and a blank one never', () => {
  show();
  field().value = '  ';
  submit();
  expect(field().validationMessage).toBe('Please enter your name');
  expect(sent).toEqual([]);
  field().value = 'Ada ';
  submit();
  submit();
  expect(sent).toEqual([`${URL} {"candidate_name":"Ada"}`]);
  expect(prejoin.card?.join).toMatchObject({ name: 'Ada' });
  expect(find('[data-other]').textContent).toBe('Joining...');
  expect(find('#root').dataset['written']).toBeUndefined();
});

test('joins where the browser refuses WebSockets', () => {
  vi.stubGlobal('WebSocket', RefusedWebSocket);
  show();
  field().value = 'Ada';
  submit();
  expect(sent).toEqual([`${URL} {"candidate_name":"Ada"}`]);
  expect(find('[data-other]').textContent).toBe('Joining...');
});

test('leaves a submit to the app once the app handles it', () => {
  show();
  field().value = 'Ada';
  find('form').addEventListener('submit', (event) => event.preventDefault());
  submit();
  expect(sent).toEqual([]);
  expect(prejoin.card?.join).toBeNull();
});

test('joins with a known name without a click', () => {
  show({ candidate_name: 'Grace' });
  expect(sent).toEqual([`${URL} {"candidate_name":"Grace"}`]);
});

test.each([
  ['was in the room before', () => localStorage.setItem(`candidate:${CODE}`, '{}')],
  ['has an account', () => localStorage.setItem('token', 'account-token')],
  ['sees the app already', () => void (find('#root').hidden = false)],
])('hides the card from a user who %s', (_who, prepare) => {
  prepare();
  show();
  expect(prejoin.card).toBeNull();
  expect(prejoin.reply).not.toBeNull();
});
