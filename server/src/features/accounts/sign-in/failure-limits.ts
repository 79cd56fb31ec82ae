/** Wrong passwords for one e-mail from one network, or for one account, before a pause; guessing is hopeless. */
export const FAILURES_MAX = 5;
/** Length of that pause at most, in seconds. */
export const FAILURES_WINDOW_SECONDS = 15 * 60;
/** Wrong passwords for one e-mail from all networks and devices together that it does not know. */
export const STRANGERS_MAX = 20;
/** Wrong codes of the second step likewise: whoever gets there knows the password. */
export const CODE_STRANGERS_MAX = 10;
/** Wrong passwords, or codes, from one network over all accounts. Tries from devices an account knows do not count. */
export const NETWORK_FAILURES_MAX = 30;
/** Companies registered from one network in a window of its own: each costs a hash, and stays. */
export const REGISTRATIONS_MAX = 60;
/** That window, in seconds: an hour. */
export const REGISTRATIONS_WINDOW_SECONDS = 3600;
/** Password resets asked for, or tokens guessed at, from one network. */
export const ASKED_FROM_MAX = 20;
