// What a candidate's link can have done while the app is still coming. A file, because the page's content security
// policy forbids inline scripts; it stands on its own, because whatever it imported would come later.
(() => {
  const [, roomCode] = /^\/codeshare\/([\w-]+)$/.exec(location.pathname) ?? [];
  if (roomCode === undefined || !navigator.onLine) return;
  const { api, room = '', touchEditor = '' } = document.currentScript.dataset;

  // The app takes the answer: on a slow line that is a round trip less. Without one it asks by itself.
  const url = `${api}/public/session/${roomCode}`;
  const response = fetch(url, { headers: { accept: 'application/json' } }).catch(() => null);
  window.earlyAnswer = { url, response };

  // The room's files follow the join card's at once: the line would lie idle until the card is drawn, and again until
  // the room asks for its editor. A laptop's editor is too large to come unasked.
  const isTouchOnly = matchMedia('(pointer: coarse)').matches && !matchMedia('(any-pointer: fine)').matches;
  const files = [room, isTouchOnly ? touchEditor : ''].join(' ').split(' ').filter(Boolean);
  const preload = (file) => {
    const link = document.createElement('link');
    document.head.append(Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href: `/${file}` }));
  };
  document.addEventListener('DOMContentLoaded', () => files.forEach(preload));
})();
