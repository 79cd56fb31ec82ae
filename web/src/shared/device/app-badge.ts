const counts = { outbox: 0, waiting: 0 };

/** Shows a part of the number on the installed app's icon, if the browser supports it; the icon has the sum. */
export function showBadge(part: keyof typeof counts, count: number): void {
  counts[part] = count;
  const sum = counts.outbox + counts.waiting;
  const badge = sum > 0 ? navigator.setAppBadge?.(sum) : navigator.clearAppBadge?.();
  badge?.catch(() => undefined);
}
