// What a candidate's link can have done while the app is still coming: the interview is asked for, its join card is
// shown, the name is taken and sent. A classic script of its own, which the page loads first: it may import nothing
// that has to be loaded. What it leaves for the app is declared in `early-answers.ts` and `early-card.ts`.
import type { PublicInterview } from '@cip/contracts/interviews';
import type { EarlyCard } from './features/interviews/early-card.ts';

(() => {
  /** The app waits for the interview for so long, in milliseconds: it would keep the line and the processor busy. */
  const APP_WAITS_MS = 400;

  const { api = '', app = '', room = '', touchEditor = '' } = document.currentScript?.dataset ?? {};
  const [, roomCode] = /^\/codeshare\/([\w-]+)$/.exec(location.pathname) ?? [];
  const link = `${api}/public/session/${roomCode}`;
  const answers = (globalThis.earlyAnswers = new Map<string, Promise<Response>>());

  if (roomCode === undefined || !navigator.onLine) whenParsed(startApp);
  else begin(roomCode);

  function begin(code: string): void {
    whenParsed(() => setTimeout(startApp, APP_WAITS_MS));
    // On a new device the room's files follow the app's; on one that keeps them, nothing else waits for the line.
    if (navigator.serviceWorker?.controller) whenParsed(preloadRoom);
    else whenParsed(() => whenAppIsHere(preloadRoom));
    ask('GET', link)
      .then(async (response) => {
        const { session } = (await response.clone().json()) as { session: PublicInterview };
        whenParsed(() => {
          if (response.ok && session.status === 'active') showCard(code, session);
          // The card is painted first, and what was pressed on it is heard.
          requestAnimationFrame(() => setTimeout(startApp));
        });
      })
      // The app says what is wrong.
      .catch(() => whenParsed(startApp));
  }

  /** Asks, and keeps the answer for the app under what was asked. */
  function ask(method: string, url: string, body?: string): Promise<Response> {
    const json = 'application/json';
    const headers = body === undefined ? { accept: json } : { accept: json, 'content-type': json };
    const answer = fetch(url, { method, headers, ...(body !== undefined && { body }) });
    // Who takes it hears of a failure.
    answer.catch(() => undefined);
    answers.set([method, url, body].join(' '), answer);
    return answer;
  }

  /** Shows the card that was written at build time, unless the app has come first or the person is known here. */
  function showCard(code: string, interview: PublicInterview): void {
    const root = document.getElementById('root');
    const field = root?.querySelector('input');
    if (!root?.hidden || !field || isKnown(code)) return;
    // The app finds the interview on the card.
    answers.clear();
    const card: EarlyCard = { roomCode: code, interview, name: null, isTaken: false };
    globalThis.earlyCard = card;
    fill(root.querySelector('h1'), interview.company_name);
    fill(root.querySelector('strong'), interview.interviewer_name);
    field.value = interview.candidate_name ?? '';
    const checkName = () => field.setCustomValidity(field.value.trim() === '' ? 'Please enter your name' : '');
    field.addEventListener('input', checkName);
    field.form?.addEventListener('submit', (event) => {
      event.preventDefault();
      checkName();
      if (globalThis.earlyCard === card && field.reportValidity()) join(card, field);
    });
    root.hidden = false;
    root.dataset['written'] = '';
    field.focus();
    if (interview.candidate_name !== null) join(card, field);
  }

  function join(card: EarlyCard, field: HTMLInputElement): void {
    if (card.name !== null) return;
    card.name = field.value.trim();
    ask('POST', `${link}/join`, JSON.stringify({ candidate_name: card.name })).catch(() => undefined);
    // What the app draws on, it finds as it was written.
    if (card.isTaken) return;
    field.readOnly = true;
    const button = field.form?.querySelector('button');
    button?.setAttribute('disabled', '');
    button?.classList.add('Mui-disabled');
    const text = button?.querySelector<HTMLElement>('[data-other]');
    fill(text, text?.dataset['other'] ?? '');
  }

  /** True for somebody whom the card may not be for: who was in the room before, and who has an account. */
  function isKnown(code: string): boolean {
    try {
      return localStorage.getItem(`candidate:${code}`) !== null || localStorage.getItem('token') !== null;
    } catch {
      return false;
    }
  }

  function fill(element: Element | null | undefined, text: string): void {
    if (element) element.textContent = text;
  }

  /** Starts the app, once; in a page that was not written for a link it starts by itself. */
  function startApp(): void {
    if (app === '' || startApp.isDone) return;
    startApp.isDone = true;
    void import(/* @vite-ignore */ `/${app}`).then(preloadRoom);
  }
  startApp.isDone = false;

  // The line would lie idle until the card is drawn, and again until the room asks for its editor. A laptop's editor is
  // too large to come unasked.
  function preloadRoom(): void {
    if (preloadRoom.isDone) return;
    preloadRoom.isDone = true;
    const isTouchOnly = matchMedia('(pointer: coarse)').matches && !matchMedia('(any-pointer: fine)').matches;
    for (const file of `${room} ${isTouchOnly ? touchEditor : ''}`.split(' ').filter(Boolean)) {
      const tag = document.createElement('link');
      document.head.append(Object.assign(tag, { rel: 'modulepreload', crossOrigin: '', href: `/${file}` }));
    }
  }
  preloadRoom.isDone = false;

  /** Calls back when the app's files are here, before they run. */
  function whenAppIsHere(then: () => void): void {
    const files = Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]'), ({ href }) => href);
    const observer = new PerformanceObserver(() => {
      if (!files.every((file) => performance.getEntriesByName(file).length > 0)) return;
      observer.disconnect();
      then();
    });
    observer.observe({ type: 'resource', buffered: true });
  }

  function whenParsed(then: () => void): void {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', then);
    else then();
  }
})();
