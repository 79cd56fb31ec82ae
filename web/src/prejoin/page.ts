/**
 * The values that the build writes into this script's tag: the public API, the origin of the sockets (empty for the
 * page's own), and the files of app, room and touch editor.
 */
export const {
  api = '',
  socketHost = '',
  app = '',
  room = '',
  touchEditor = '',
} = document.currentScript?.dataset ?? {};

/** Calls back once the whole page is in the document. */
export function whenParsed(then: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', then);
  else then();
}
