/** What the build writes into this script's tag: the public API, and the files of app, room and touch editor. */
export const { api = '', app = '', room = '', touchEditor = '' } = document.currentScript?.dataset ?? {};

/** Calls back once the whole page is in the document. */
export function whenParsed(then: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', then);
  else then();
}
