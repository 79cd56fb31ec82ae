// Runs before the app, which it starts. On a candidate's link it requests the interview, shows the join card and sends
// the name while the app's files load; `Prejoin` hands that over. Built as one classic script (web/vite.config.ts).
import type { Reply } from '@cip/contracts/protocol/endpoint';
import type { RoutePath, Routes } from '@cip/contracts/routes';
import { roomCodeIn } from '@cip/contracts/interviews/room-links';
import { preloadEditor, preloadRoom, startApp, whenPreloaded } from './app-files.ts';
import { showCard } from './card.ts';
import { isAppCached } from './handover.ts';
import type { Prejoin } from './handover.ts';
import { api, whenParsed } from './page.ts';
import { request } from './request.ts';
import { holdTypefaces } from './typefaces.ts';

/** How long the app waits for the interview (ms), because its start occupies the network and the processor. */
const APP_WAITS_MS = 400;

const roomCode = correctedCode();
if (roomCode === undefined || !navigator.onLine) whenParsed(startApp);
else prepareJoin(roomCode);

function prepareJoin(code: string): void {
  holdTypefaces();
  whenParsed(() => setTimeout(startApp, APP_WAITS_MS));
  // If the device is new, the room's files follow the app's; if it has them cached, the network is free immediately.
  if (isAppCached()) whenParsed(preloadEditor);
  else whenParsed(() => whenPreloaded(preloadEditor));
  const path: RoutePath<'GET /public/session/:roomCode'> = `/public/session/${code}`;
  const joinPath: RoutePath<'POST /public/session/:roomCode/join'> = `${path}/join`;
  const reply = request('GET', api + path);
  const prejoin: Prejoin = { roomCode: code, reply, card: null };
  globalThis.prejoin = prejoin;
  reply
    .then(async (response) => {
      const { session } = (await response.clone().json()) as Reply<Routes['GET /public/session/:roomCode']>;
      whenParsed(() => {
        if (response.ok && session.status === 'active') {
          showCard(prejoin, session, api + joinPath);
          preloadRoom();
        }
        // After the card's first paint and the input that is already waiting.
        requestAnimationFrame(() => setTimeout(startApp));
      });
    })
    // The app shows the error.
    .catch(() => whenParsed(startApp));
}

/** Returns the room code of a candidate's link, and corrects the address if a chat or a mail has added to it. */
function correctedCode(): string | undefined {
  const [, part] = /^\/codeshare\/(.+)$/.exec(location.pathname) ?? [];
  if (part === undefined) return undefined;
  const code = roomCodeIn(part);
  if (!/^[\w-]+$/.test(code)) return undefined;
  if (code !== part) history.replaceState(history.state, '', `/codeshare/${code}${location.search}${location.hash}`);
  return code;
}
