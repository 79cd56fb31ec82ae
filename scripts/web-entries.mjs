/** The page that starts the app, and the first files of each page, by their source in Vite's manifest. */
export const ENTRY = 'index.html';

/** @param {string} name a file of web/src/routes, without its extension */
const route = (name) => `src/routes/${name}.tsx?tsr-split=component`;

export const LANDING = [ENTRY, route('index')];
/** The later part of the landing page, loaded after its first screen. */
export const MORE_LANDING = 'src/screens/landing/MoreLanding.tsx';
/** Its route loads the component together with the loader. */
export const LOGIN = [ENTRY, `${route('login')}---loader`];
/** The join card; its route loads the component together with the loader. */
export const JOIN_CARD = [ENTRY, `${route('codeshare.$roomCode')}---loader`];
export const CANDIDATE_ROOM = [...JOIN_CARD, 'src/screens/room/candidate/CandidateRoom.tsx'];
export const CODEMIRROR_PANE = 'src/features/documents/codemirror/CodeMirrorPane.tsx';
export const MONACO_PANE = 'src/features/documents/monaco/MonacoPane.tsx';
