import { SECOND_MS } from './clock.ts';

/** Returns the part of an address that names a moment (ms) exactly, such as `t=1.24`. */
export function momentAddress(ms: number): string {
  return `t=${Math.round(ms) / SECOND_MS}`;
}

/** Returns the moment (ms) of an address such as `#t=754` or `#token&t=1.24`, or null if there is none. */
export function momentIn(hash: string): number | null {
  const seconds = /[#&]t=(\d+(?:\.\d+)?)/.exec(hash)?.[1];
  return seconds === undefined ? null : Math.round(Number(seconds) * SECOND_MS);
}
