/** Wrong passwords for one e-mail from one address, or for one account, before a pause; guessing is hopeless. */
export const FAILURES_MAX = 5;
/** Length of that pause at most, in seconds. */
export const FAILURES_WINDOW_SECONDS = 15 * 60;
