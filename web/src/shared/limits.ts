/** A toast goes away by itself after this many milliseconds (spec section 9). */
export const TOAST_MS = 3_000;
/** Delay between a paid checkout and the redirect to the dashboard, in milliseconds (spec section 9). */
export const CHECKOUT_REDIRECT_MS = 3_000;
/** Delay between an error that ends a screen and the redirect to the next one, in milliseconds (spec section 9). */
export const ERROR_REDIRECT_MS = 2_000;
/** Skeletons show only after this many milliseconds, because most replies arrive before, and nothing flashes. */
export const SKELETON_AFTER_MS = 150;
/** Characters of code shown in the details of an interview (spec section 9). */
export const CODE_PREVIEW_CHARS = 500;
/** Shortest password, in characters (spec section 9); the server may require more. */
export const PASSWORD_MIN_CHARS = 6;
/** Random characters in a room code that this app creates (spec section 9). */
export const ROOM_CODE_RANDOM_CHARS = 9;
/** A candidate's token is valid for this long, in milliseconds; after that the candidate joins again. */
export const CANDIDATE_TOKEN_MS = 12 * 60 * 60 * 1000;
/** Lists stay fresh for this many milliseconds, so that going back and forth does not refetch them. */
export const LIST_FRESH_MS = 10_000;
/** Plans stay fresh for this many milliseconds; they change rarely. */
export const PLANS_FRESH_MS = 5 * 60 * 1000;
/** If no reply has begun to arrive after this many milliseconds, the page reports the server as unreachable. */
export const LATE_REPLY_MS = 4_000;
/** While the server is unreachable, a screen refetches its missing data at this interval, in milliseconds. */
export const RETRY_EVERY_MS = 3_000;
/** Longest private notes of an interview, in characters; the server accepts at least as many. */
export const NOTES_MAX_CHARS = 10_000;
/** Longest name of a person, in characters; the server accepts at least as many. */
export const NAME_MAX_CHARS = 80;
/** After a checkout, the page polls the server this many times for the payment, because a bank may take a moment. */
export const CHECKOUT_POLLS = 8;
/** Pause between two of these requests, in milliseconds. */
export const CHECKOUT_POLL_EVERY_MS = 1_500;
