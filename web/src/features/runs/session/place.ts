import { hashedText } from '@cip/contracts/runs/run-texts';
import type { Runtime } from '../sandbox/runtimes.ts';
import type { RunRoom } from '../state/run-room.ts';
import type { RunOffer } from '../state/run-state.ts';

/** Largest runtime that a phone downloads without a tap that names its size (bytes). */
const UNASKED_BYTES_MAX = 100_000;
/** How long devices wait before they claim an offered run, so that the better one gets it (ms). */
const CLAIM_DELAY_MS = { laptop: 0, tablet: 300, phone: 600 };
/** Candidates' devices wait longer, because an interviewer's result needs no trust (ms). */
const CANDIDATE_DELAY_MS = 150;
/** A device that has to download the runtime first waits longer (ms). */
const DOWNLOAD_DELAY_MS = 400;

/** A word of C++ that the browsers' runtime cannot follow. */
const EXCEPTION = /\b(?:throw|catch)\b/;

type Device = Pick<RunRoom, 'device' | 'runtimes'>;

/** Returns this device's runtime of a language; null if this kind of device cannot run it. */
export function runtimeHere({ device, runtimes }: Device, language: string): Runtime | null {
  const runtime = runtimes.runtimeOf(language);
  return runtime === null || (runtime.laptopOnly && device !== 'laptop') ? null : runtime;
}

/** Whether this device runs a language without a question about the download. */
async function runsHere(room: Device, language: string): Promise<boolean> {
  const runtime = runtimeHere(room, language);
  if (!runtime) return false;
  if (room.device !== 'phone' || runtime.bytes <= UNASKED_BYTES_MAX) return true;
  return room.runtimes.isCached(language);
}

/** Returns how long to wait before claiming an offered run (ms); null if this device must not claim it. */
export async function claimDelay(
  room: Device & Pick<RunRoom, 'isInterviewer' | 'isRefusingOthers'>,
  language: string,
): Promise<number | null> {
  if (room.isRefusingOthers() || !(await runsHere(room, language))) return null;
  const isCached = await room.runtimes.isCached(language);
  return (
    CLAIM_DELAY_MS[room.device] + (room.isInterviewer ? 0 : CANDIDATE_DELAY_MS) + (isCached ? 0 : DOWNLOAD_DELAY_MS)
  );
}

/** Returns whether the engine runs a program that this device cannot: in browsers C++ has no exceptions. */
export function isBetterOnEngine(
  room: Pick<RunRoom, 'state' | 'text' | 'files'>,
  language: string,
  engineLanguages: readonly string[],
): boolean {
  return (
    language === 'c++' &&
    engineLanguages.includes(language) &&
    room.state.get().isConnected &&
    EXCEPTION.test(hashedText(room.text(), room.files?.()))
  );
}

/** Returns where a run takes place; `offer` if it takes place nowhere and the user gets an explanation. */
export async function placeOf(
  room: Device & Pick<RunRoom, 'state' | 'text' | 'files'>,
  language: string,
  engineLanguages: readonly string[],
): Promise<'here' | 'elsewhere' | 'engine' | 'offer'> {
  const { isConnected, participants } = room.state.get();
  if (isBetterOnEngine(room, language, engineLanguages)) return 'engine';
  if (await runsHere(room, language)) return 'here';
  const isAlone = !isConnected || participants.length < 2;
  if (room.runtimes.runtimeOf(language) !== null && !isAlone) return 'elsewhere';
  return isConnected && engineLanguages.includes(language) ? 'engine' : 'offer';
}

/** Returns the page's offer if no device runs the language. */
export function offerFor(room: Device, language: string, isTests: boolean): RunOffer {
  const here = runtimeHere(room, language);
  const known = room.runtimes.runtimeOf(language);
  const other = here === null && known?.as !== undefined ? runtimeHere(room, known.as) : null;
  return { language, label: known?.label ?? language, bytes: here?.bytes ?? null, other, ...(isTests && { isTests }) };
}
