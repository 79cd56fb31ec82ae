/** The bearer token in local storage (spec section 3). */
export const TOKEN_KEY = 'token';
/** The company object in local storage, as JSON (spec section 3). */
export const COMPANY_KEY = 'company';
/** The signed-in interviewer, as JSON; absent for the company account. */
export const USER_KEY = 'user';
/** When the server last confirmed the account, in milliseconds since 1970. */
export const ACCOUNT_AT_KEY = 'account-at';
/** The database that caches a signed-in account's data for use offline. */
export const LAST_KNOWN_DATABASE = 'last-known';
/** The database of the file or text that the system's share sheet passed to the app. */
export const SHARED_TEXT_DATABASE = 'shared-text';
/** The accounts whose unsent work this device may hold, with the public keys that encrypt it, as JSON. */
export const DEVICE_OWNERS_KEY = 'device-owners';
/** The chosen colour scheme: light, dark or system. `public/color-scheme.js` reads it before the first paint. */
export const COLOR_MODE_KEY = 'color-mode';
/** The user's settings of the code editor, as JSON. */
export const EDITOR_SETTINGS_KEY = 'editor-settings';
/** The text of the page to try the editor, as JSON. */
export const TRY_KEY = 'try';
/** A candidate's place in a room, as JSON, so that a reload joins as the same candidate. */
export const candidateKey = (roomCode: string) => `candidate:${roomCode}`;
