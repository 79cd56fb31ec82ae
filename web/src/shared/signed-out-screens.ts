/** Screens that need no account; if a token is rejected, they do not redirect to /login. */
const SIGNED_OUT_SCREENS = [
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/undo-email-change',
  '/verify-email',
  '/sign-in',
  '/privacy',
  '/terms',
  '/review',
  '/verify',
  '/try',
];

/** Returns true if this page is one of these screens. */
export function isSignedOutScreen(): boolean {
  return SIGNED_OUT_SCREENS.includes(window.location.pathname);
}
