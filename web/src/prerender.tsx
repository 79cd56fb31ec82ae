import type { PublicInterview } from '@cip/contracts/interviews/public-interviews';
import { createMemoryHistory } from '@tanstack/react-router';
import { prerender } from 'react-dom/static';
import { App } from './App.tsx';
import { createAccountStore } from './features/auth/account-store.ts';
import { router } from './router.ts';

/**
 * Renders the landing page as HTML, as its first visitor sees it; runs once at build time. Rejects if anything throws.
 */
export function renderLanding(): Promise<string> {
  return render('/');
}

/**
 * Renders the join card as HTML, without the names, which `src/prejoin/card.ts` fills in. Rejects if anything throws.
 */
export async function renderJoinCard(): Promise<string> {
  const roomCode = 'private-room-abc123def';
  const interview: PublicInterview = {
    room_code: roomCode,
    status: 'active',
    company_name: '',
    interviewer_name: '',
    candidate_name: null,
    scheduled_at: null,
    minutes: 60,
    declined_at: null,
    call_link: null,
    rule: null,
    completion: 'off',
    retention_days: null,
    code_editor_data: [],
  };
  globalThis.prejoin = { roomCode, reply: null, card: { interview, field: null, join: null } };
  return render(`/codeshare/${roomCode}`);
}

async function render(path: string): Promise<string> {
  // Otherwise an inline script restores scrolling, which the content security policy forbids.
  router.update({
    ...router.options,
    history: createMemoryHistory({ initialEntries: [path] }),
    scrollRestoration: false,
  });
  await router.load();
  const failures: unknown[] = [];
  const { prelude } = await prerender(<App accountStore={createAccountStore()} />, {
    onError: (error) => void failures.push(error),
    // Waits for everything, because if parts are sent later, an inline script puts them in place.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
  });
  const html = await new Response(prelude).text();
  if (failures.length > 0) throw failures[0];
  return html;
}
