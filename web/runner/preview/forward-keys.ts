import type { FromPreview } from './messages.ts';

/** Passes on the keys that the page cannot hear while a preview has the focus. */
export function forwardKeys(send: (message: FromPreview) => void): void {
  const { preventDefault, stopImmediatePropagation } = Event.prototype;
  window.addEventListener(
    'keydown',
    (event) => {
      // A test or a program may send the keys itself.
      if (!event.isTrusted) return;
      const { key, ctrlKey, metaKey, shiftKey, altKey, repeat } = event;
      if (key !== 'Enter' || !(ctrlKey || metaKey) || shiftKey || altKey) return;
      preventDefault.call(event);
      stopImmediatePropagation.call(event);
      if (!repeat) send({ type: 'key', key: 'run' });
    },
    true,
  );
  // Escape is the program's first: it may close a dialog of its own.
  window.addEventListener('keydown', ({ key, defaultPrevented, isTrusted }) => {
    if (isTrusted && key === 'Escape' && !defaultPrevented) send({ type: 'key', key: 'leave' });
  });
}
