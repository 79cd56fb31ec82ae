import type { Body } from '@cip/contracts/endpoint';
import type { saveCode } from '@cip/contracts/documents';
import { call } from '../../shared/api-client.ts';
import { ApiError } from '../../shared/api-error.ts';
import { storedAccount } from '../../shared/stored-account.ts';
import { deviceDatabase } from './device-database.ts';
import type { SaveRow } from './device-database.ts';

export type SaveBody = Body<typeof saveCode>;

const LOCK = 'send saves';
/** Saves that could not be sent are tried again this often, in milliseconds. */
const RETRY_EVERY_MS = 15_000;

/** Saves a text. Throws ApiError. */
export function postSave(body: SaveBody) {
  return call<typeof saveCode>('POST', '/code-editor-data', { body });
}

/** Keeps a save on this device until the server has it; resolves once it is on the disk. */
export async function queueSave(opId: string, body: SaveBody): Promise<void> {
  const row: SaveRow = { opId, owner: owner(), interviewId: body.interview_session_id, body, at: Date.now() };
  await (await deviceDatabase()).put('saves', row);
  tell();
  void sendSaves();
}

/** The saves of the signed-in account that this device still holds, oldest first. */
export async function listSaves(): Promise<SaveRow[]> {
  const rows = await (await deviceDatabase()).getAll('saves');
  return rows.filter((row) => row.owner === owner()).toSorted((a, b) => a.at - b.at);
}

/** Forgets a save that was refused and that the person has dealt with. */
export async function discardSave(opId: string): Promise<void> {
  await (await deviceDatabase()).delete('saves', opId);
  tell();
}

const changes = new EventTarget();

/** Calls back whenever the waiting saves change; returns the way to stop. */
export function onSavesChange(listener: () => void): () => void {
  changes.addEventListener('change', listener);
  return () => changes.removeEventListener('change', listener);
}

/** Sends waiting saves now, on every sign of the network's return, and every 15 s; returns the way to stop. */
export function watchSaves(): () => void {
  const stop = new AbortController();
  const send = () => void sendSaves();
  for (const event of ['online', 'pageshow']) window.addEventListener(event, send, { signal: stop.signal });
  document.addEventListener('visibilitychange', () => document.hidden || send(), { signal: stop.signal });
  const timer = setInterval(send, RETRY_EVERY_MS);
  stop.signal.addEventListener('abort', () => clearInterval(timer));
  send();
  return () => stop.abort();
}

/** Sends what waits, in order, in one tab at a time. Stops at the first that has to wait on. */
async function sendSaves(): Promise<void> {
  try {
    if (!navigator.locks) return await sendAll();
    await navigator.locks.request(LOCK, sendAll);
  } catch {
    // No storage on this device: nothing can wait here.
  }
}

async function sendAll(): Promise<void> {
  for (const row of await listSaves()) {
    if (row.refused !== undefined) continue;
    if (!(await sendOne(row))) return;
  }
}

/** False when this and the following must wait. */
async function sendOne(row: SaveRow): Promise<boolean> {
  try {
    await postSave(row.body as SaveBody);
    await discardSave(row.opId);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || mustWait(error)) return false;
    await (await deviceDatabase()).put('saves', { ...row, refused: error.message });
    tell();
    return true;
  }
}

/** Unreachable, signed out, too fast, a failing server, or an edit that builds on one still on its way. */
function mustWait({ status, code }: ApiError): boolean {
  return status === 0 || status === 401 || status === 429 || status >= 500 || code === 'resync';
}

function owner(): string {
  const account = storedAccount();
  return account ? `${account.company.id} ${account.user?.id ?? ''}` : '';
}

function tell(): void {
  changes.dispatchEvent(new Event('change'));
}

/** How many saves of the signed-in account wait on this device; none where it keeps nothing. */
export async function waitingCount(): Promise<number> {
  const rows = await listSaves().catch(() => []);
  return rows.filter(({ refused }) => refused === undefined).length;
}
