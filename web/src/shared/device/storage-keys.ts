/** The bearer token in local storage (spec section 3). */
export const TOKEN_KEY = 'token';
/** The company object in local storage, as JSON (spec section 3). */
export const COMPANY_KEY = 'company';
/** The interviewer who signed in under their own name, as JSON; absent for the company account. */
export const USER_KEY = 'user';
/** When the server last confirmed the account, in milliseconds since 1970. */
export const ACCOUNT_AT_KEY = 'account-at';
/** The database of what a signed-in account last read, for the time without a network. */
export const LAST_KNOWN_DATABASE = 'last-known';
/** The accounts this device may hold unsent work of, with the public keys that seal it, as JSON. */
export const DEVICE_OWNERS_KEY = 'device-owners';
/** The chosen colour scheme: light, dark or system. `public/color-scheme.js` reads it before the first paint. */
export const COLOR_MODE_KEY = 'color-mode';
/** How this person likes the code editor, as JSON. */
export const EDITOR_SETTINGS_KEY = 'editor-settings';
/** A candidate's place in a room, as JSON, so that a reload keeps the identity. */
export const candidateKey = (roomCode: string) => `candidate:${roomCode}`;
