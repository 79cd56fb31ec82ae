const EXTENSION = /\b(chrome|moz|safari-web)-extension:\/\//;
const EXTENSION_MESSAGES = /Could not establish connection\. Receiving end does not exist|message port closed before/;

/** Suppresses errors of browser extensions, in the console and for our own error handlers (spec section 8). */
export function suppressExtensionErrors(): void {
  window.addEventListener('error', (event) => {
    if (EXTENSION.test(event.filename)) stop(event);
  });
  window.addEventListener('unhandledrejection', (event) => {
    const reason: unknown = event.reason;
    if (!(reason instanceof Error)) return;
    if (EXTENSION.test(reason.stack ?? '') || EXTENSION_MESSAGES.test(reason.message)) stop(event);
  });
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
