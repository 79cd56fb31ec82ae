/** Screens that need no account; a rejected token does not redirect from them to /login. */
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
];

/** Returns whether this page is one of those screens. */
export function isSignedOutScreen(): boolean {
  return SIGNED_OUT_SCREENS.includes(window.location.pathname);
}
