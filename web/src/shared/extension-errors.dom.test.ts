import { beforeAll, expect, test } from 'vitest';
import { suppressExtensionErrors } from './extension-errors.ts';

beforeAll(suppressExtensionErrors);

/** Returns true if no other listener receives the event and the browser does not report it. */
function isSuppressed(event: Event): boolean {
  let isReceived = false;
  const receive = (received: Event) => {
    isReceived = true;
    // Without this, the test runner would count the event as a failure.
    received.stopImmediatePropagation();
  };
  window.addEventListener(event.type, receive);
  window.dispatchEvent(event);
  window.removeEventListener(event.type, receive);
  return event.defaultPrevented && !isReceived;
}

const thrown = (filename: string) => new ErrorEvent('error', { filename, message: 'x is undefined', cancelable: true });

function rejected(reason: unknown): Event {
  return Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason });
}

function errorFrom(address: string): Error {
  return Object.assign(new Error('no'), { stack: `Error: no\n    at ${address}` });
}

test('suppresses errors of browser extensions', () => {
  expect(isSuppressed(thrown('chrome-extension://abcdef/content.js'))).toBe(true);
  expect(isSuppressed(rejected(errorFrom('moz-extension://abcdef/inject.js:1:1')))).toBe(true);
  expect(isSuppressed(rejected(new Error('Could not establish connection. Receiving end does not exist.')))).toBe(true);
});

test('passes errors of the app on', () => {
  expect(isSuppressed(thrown('https://interviews.example/assets/index.js'))).toBe(false);
  expect(isSuppressed(rejected(errorFrom('https://interviews.example/assets/index.js:1:1')))).toBe(false);
  expect(isSuppressed(rejected('a reason that is no error'))).toBe(false);
});
