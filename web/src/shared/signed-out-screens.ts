/** Screens for who is not signed in; a refused token is no reason to leave them. */
const SIGNED_OUT_SCREENS = [
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/undo-email-change',
  '/verify-email',
  '/privacy',
  '/terms',
];

/** Whether the page is one of those. */
export function isSignedOutScreen(): boolean {
  return SIGNED_OUT_SCREENS.includes(window.location.pathname);
}
