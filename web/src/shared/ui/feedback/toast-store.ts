import { TOAST_MS } from '../../limits.ts';

export interface Toast {
  id: number;
  tone: 'good' | 'bad';
  text: string;
  /** Seen only: something else on the page says it to those who listen. */
  isSilent: boolean;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a line over the page for three seconds. */
export function toast(tone: Toast['tone'], text: string, { isSilent = false } = {}): void {
  lastId += 1;
  const id = lastId;
  set([...toasts, { id, tone, text, isSilent }]);
  setTimeout(() => set(toasts.filter((shown) => shown.id !== id)), TOAST_MS);
}

/** For useSyncExternalStore. */
export const toastStore = {
  read: () => toasts,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
