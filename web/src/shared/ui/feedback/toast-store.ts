import { createAtom } from '@tanstack/store';
import { TOAST_MS } from '../../limits.ts';

export interface Toast {
  id: number;
  tone: 'good' | 'bad';
  text: string;
  /** Hidden from screen readers, because another element of the page announces the same. */
  isSilent: boolean;
}

/** The toasts on the page, oldest first. */
export const toastStore = createAtom<readonly Toast[]>([]);
let lastId = 0;

/** Shows a line over the page for three seconds. */
export function toast(tone: Toast['tone'], text: string, { isSilent = false } = {}): void {
  lastId += 1;
  const id = lastId;
  toastStore.set((toasts) => [...toasts, { id, tone, text, isSilent }]);
  setTimeout(() => toastStore.set((toasts) => toasts.filter((shown) => shown.id !== id)), TOAST_MS);
}

/** The server's answer to a request. */
export type Answer = { ok: true } | { ok: false; error: { message: string } };

/** Shows why the server refused a request, if it did. */
export async function toastRefusal(request: Promise<Answer>): Promise<void> {
  const ack = await request;
  if (!ack.ok) toast('bad', ack.error.message);
}
