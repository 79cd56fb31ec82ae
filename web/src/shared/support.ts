/** Where people write to when something is wrong: the mailbox of the site they are on. */
export const SUPPORT_EMAIL = `support@${window.location.hostname}`;
