import { beforeAll, expect, test } from 'vitest';
import { suppressExtensionErrors } from './extension-errors.ts';

beforeAll(suppressExtensionErrors);

/** True when nobody else hears of the event and the browser does not report it. */
function isSuppressed(event: Event): boolean {
  let isHeard = false;
  const hear = (heard: Event) => {
    isHeard = true;
    // Keeps the test's own runner from taking the event for a failure of the test.
    heard.stopImmediatePropagation();
  };
  window.addEventListener(event.type, hear);
  window.dispatchEvent(event);
  window.removeEventListener(event.type, hear);
  return event.defaultPrevented && !isHeard;
}

const thrown = (filename: string) => new ErrorEvent('error', { filename, message: 'x is undefined', cancelable: true });

function rejected(reason: unknown): Event {
  return Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason });
}

function errorFrom(address: string): Error {
  return Object.assign(new Error('no'), { stack: `Error: no\n    at ${address}` });
}

test('errors of browser extensions are kept away', () => {
  expect(isSuppressed(thrown('chrome-extension://abcdef/content.js'))).toBe(true);
  expect(isSuppressed(rejected(errorFrom('moz-extension://abcdef/inject.js:1:1')))).toBe(true);
  expect(isSuppressed(rejected(new Error('Could not establish connection. Receiving end does not exist.')))).toBe(true);
});

test('errors of the product are not', () => {
  expect(isSuppressed(thrown('https://interviews.example/assets/index.js'))).toBe(false);
  expect(isSuppressed(rejected(errorFrom('https://interviews.example/assets/index.js:1:1')))).toBe(false);
  expect(isSuppressed(rejected('a reason that is no error'))).toBe(false);
});
