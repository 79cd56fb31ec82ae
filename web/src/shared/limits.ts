/** A toast goes away by itself after this many milliseconds (spec section 9). */
export const TOAST_MS = 3_000;
/** From a paid checkout to the dashboard, in milliseconds (spec section 9). */
export const CHECKOUT_REDIRECT_MS = 3_000;
/** From an error that ends a screen to the next one, in milliseconds (spec section 9). */
export const ERROR_REDIRECT_MS = 2_000;
/** Skeletons show only after this many milliseconds: most answers are there before, and nothing flashes. */
export const SKELETON_AFTER_MS = 150;
/** Characters of code shown in the details of an interview (spec section 9). */
export const CODE_PREVIEW_CHARS = 500;
/** Shortest password, in characters (spec section 9); the server may ask for more. */
export const PASSWORD_MIN_CHARS = 6;
/** Random characters in a room code of ours (spec section 9). */
export const ROOM_CODE_RANDOM_CHARS = 9;
/** A candidate's token opens its room for this long, in milliseconds; after that one joins anew. */
export const CANDIDATE_TOKEN_MS = 12 * 60 * 60 * 1000;
/** Lists stay fresh for this many milliseconds: going back and forth asks nobody again. */
export const LIST_FRESH_MS = 10_000;
/** Plans change rarely; in milliseconds. */
export const PLANS_FRESH_MS = 5 * 60 * 1000;
/** An answer that has not begun to come by then is late, and the page says that the server cannot be reached; in ms. */
export const LATE_ANSWER_MS = 4_000;
/** While the server cannot be reached, what a screen lacks is asked for this often, in milliseconds. */
export const ASK_AGAIN_MS = 3_000;
/** Longest name of a person, in characters; what fits here the server takes. */
export const NAME_MAX_CHARS = 80;
/** After a checkout the server is asked so many times whether it was paid; a bank may take a moment. */
export const CHECKOUT_ASKS = 8;
/** Between two of those, in milliseconds. */
export const CHECKOUT_ASK_EVERY_MS = 1_500;
