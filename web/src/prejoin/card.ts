import type { Body } from '@cip/contracts/protocol/endpoint';
import type { joinInterview, PublicInterview } from '@cip/contracts/interviews/public-interviews';
import { preconnect } from '../features/rooms/connection/preconnect.ts';
import { markRoomActive } from '../pwa/active-room.ts';
import { COMPLETION_TEXTS, TOOLS_LABELS } from '../shared/rule-text.ts';
import { otherInterviewer, storedUntil } from './card-texts.ts';
import type { Prejoin, PrejoinCard } from './handover.ts';
import { socketHost } from './page.ts';
import { request } from './request.ts';

/**
 * Shows the card that was rendered at build time, if the app has not rendered yet and this browser does not know the
 * user.
 */
export function showCard(prejoin: Prejoin, interview: PublicInterview, joinUrl: string): void {
  const root = document.getElementById('root');
  const field = root?.querySelector('input');
  if (!root?.hidden || !field || isKnown(prejoin.roomCode)) return;
  prejoin.reply = null;
  const card: PrejoinCard = { interview, field, join: null };
  prejoin.card = card;
  const interviewer = otherInterviewer(interview);
  fill(root.querySelector('h1 span'), interview.company_name);
  const place = root.querySelector('strong');
  fill(place, interviewer);
  if (place?.parentElement) place.parentElement.hidden = interviewer === '';
  fill(root.querySelector('[data-until]'), storedUntil(interview));
  showRules(root.querySelector('[data-rule]'), interview);
  field.value = interview.candidate_name ?? '';
  // If a file of the app fails to load, the reload waits for the name.
  const allowReload = markRoomActive();

  const join = () => {
    if (card.join) return;
    const name = field.value.trim();
    const body: Body<typeof joinInterview> = { candidate_name: name };
    card.join = { name, reply: request('POST', joinUrl, body) };
    allowReload();
    showJoining(root, field);
    preconnect(socketHost);
  };
  const checkName = () => field.setCustomValidity(field.value.trim() === '' ? 'Please enter your name' : '');
  field.addEventListener('input', checkName);
  // On the document, where React's handlers come first: once the app has this form, it prevents the default itself.
  document.addEventListener('submit', (event) => {
    if (event.target !== field.form || event.defaultPrevented) return;
    event.preventDefault();
    checkName();
    if (field.reportValidity()) join();
  });

  root.hidden = false;
  root.dataset['written'] = '';
  field.focus();
  if (interview.candidate_name !== null) join();
}

/** Disables the form. The app renders the card again, because it no longer looks as it was rendered. */
function showJoining(root: HTMLElement, field: HTMLInputElement): void {
  delete root.dataset['written'];
  field.readOnly = true;
  const button = field.form?.querySelector('button');
  button?.setAttribute('disabled', '');
  const text = button?.querySelector<HTMLElement>('[data-other]');
  fill(text, text?.dataset['other'] ?? '');
}

/** True if the card may not be for this user, because they were in the room before or have an account. */
function isKnown(roomCode: string): boolean {
  try {
    return localStorage.getItem(`candidate:${roomCode}`) !== null || localStorage.getItem('token') !== null;
  } catch {
    return false;
  }
}

function showRules(place: HTMLElement | null, { rule, completion }: PublicInterview): void {
  // A node of an earlier release sends none.
  const editor = COMPLETION_TEXTS[completion] ?? '';
  if (!place || !(rule || editor)) return;
  fill(place.querySelector('b'), rule ? TOOLS_LABELS[rule.tools] : '');
  fill(place.querySelector('span'), rule?.note ?? '');
  fill(place.querySelector('span + span'), editor);
  place.hidden = false;
}

function fill(element: Element | null | undefined, text: string): void {
  if (element) element.textContent = text;
}
