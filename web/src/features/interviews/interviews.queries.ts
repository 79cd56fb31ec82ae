import type { Aside } from '@cip/contracts/rooms/asides';
import type { CodeEditorData } from '@cip/contracts/rooms/documents';
import type { Body } from '@cip/contracts/protocol/endpoint';
import type {
  changeInterview as changeCall,
  InterviewStatus,
  InterviewWithCode,
} from '@cip/contracts/interviews/interviews';
import type { scheduleInterview } from '@cip/contracts/interviews/planning';
import type { PastRun } from '@cip/contracts/runs/past-runs';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api/api-client.ts';
import { sessionOf } from './mail-text.ts';

/** One page of the company's interviews, newest first; of one status, or of all. */
export const interviewsQuery = (page: number, status?: InterviewStatus) =>
  queryOptions({
    queryKey: status ? ['interviews', page, status] : ['interviews', page],
    queryFn: () => call('GET /interview-sessions', { query: status ? { page, status } : { page } }),
    placeholderData: keepPreviousData,
    // The list changes if the user leaves a room.
    staleTime: 0,
  });

/** The company's active interviews, newest first. */
export const runningInterviewsQuery = queryOptions({
  queryKey: ['interviews', 'running'],
  queryFn: async () => (await call('GET /interview-sessions', { query: { status: 'active' } })).data,
  staleTime: 0,
});

/** The planned interviews that come next, by their start. */
export const nextInterviewsQuery = queryOptions({
  queryKey: ['interviews', 'next'],
  queryFn: async () => (await call('GET /interview-sessions', { query: { upcoming: 'true' } })).data,
  staleTime: 0,
});

/** The company's interviews whose candidate's name or e-mail contains the text, newest first. */
export const searchedInterviewsQuery = (search: string) =>
  queryOptions({
    queryKey: ['interviews', 'search', search],
    queryFn: async () => (await call('GET /interview-sessions', { query: { search } })).data,
    placeholderData: keepPreviousData,
  });

/** The interview with an id or a room code as the list shows it; null if there is none. */
export const listedInterviewQuery = (key: string) =>
  queryOptions({
    queryKey: ['interviews', 'key', key],
    queryFn: async () => (await call('GET /interview-sessions', { query: { key } })).data[0] ?? null,
    staleTime: 0,
  });

/** How often a page outside of a room checks who waits (ms). */
const LOOK_EVERY_MS = 5_000;

/** The candidates who wait for the company's running interviews. */
export const waitingQuery = queryOptions({
  queryKey: ['interviews', 'waiting'],
  queryFn: async () => (await call('GET /interview-sessions/waiting')).data,
  staleTime: 0,
  refetchInterval: LOOK_EVERY_MS,
  // Also in the background, because the app's badge is for a user who looks elsewhere.
  refetchIntervalInBackground: true,
});

/** Lets a waiting candidate in. Resolves with the decision that counts. */
export function admit(interviewId: string, participantId: string) {
  const body = { participant_id: participantId };
  return call('POST /interview-sessions/:id/admit', { params: { id: interviewId }, body });
}

/** The interview of a room, for its details if the loaded page does not list it. */
export const interviewOfRoomQuery = (roomCode: string) =>
  queryOptions({ queryKey: ['interviews', 'room', roomCode], queryFn: () => loadInterview(roomCode), staleTime: 0 });

/**
 * The saved code of an interview, the codes that were put aside, absent if an earlier version stored it on the device,
 * and its latest runs if they were asked for.
 */
export type CodeOfInterview = CodeEditorData & { asides?: Aside[]; runs?: PastRun[] };

/** The saved code of an interview. */
export const codeQuery = (id: string) =>
  queryOptions({ queryKey: ['code', id], staleTime: 0, queryFn: () => loadCode(id, {}) });

/** The saved code of an interview with its latest runs. */
export const codeWithRunsQuery = (id: string) =>
  queryOptions({ queryKey: ['code', id, 'runs'], staleTime: 0, queryFn: () => loadCode(id, { with_runs: 'true' }) });

async function loadCode(id: string, query: { with_runs?: 'true' }): Promise<CodeOfInterview> {
  const { data, asides = [], runs } = await call('GET /code-editor-data/session/:id', { params: { id }, query });
  return { ...data, asides, ...(runs && { runs }) };
}

/** Creates an active interview, from a template if one is given. Idempotent by the room code. */
export async function createInterview(roomCode: string, templateId?: string) {
  const body = { room_code: roomCode, ...(templateId !== undefined && { template_id: templateId }) };
  return (await call('POST /interview-sessions/quick-start', { body })).session;
}

/** Schedules an interview. Idempotent by the room code. */
export async function schedule(body: Body<typeof scheduleInterview>) {
  return sessionOf(await call('POST /interview-sessions', { body }));
}

/** Changes the candidate's data and the private notes. */
export async function changeInterview(id: string, body: Body<typeof changeCall>) {
  return sessionOf(await call('PATCH /interview-sessions/:id', { params: { id }, body }));
}

/** Cancels a scheduled interview. */
export async function cancel(id: string) {
  return (await call('POST /interview-sessions/:id/cancel', { params: { id } })).session;
}

/** Resolves to the interview of a room, with its code. */
export async function loadInterview(roomCode: string): Promise<InterviewWithCode> {
  const params = { room_code: roomCode };
  return (await call('GET /interview-sessions/room/:room_code', { params })).session;
}

/** Starts a scheduled interview. */
export function startInterview(id: string) {
  return call('POST /interview-sessions/:id/start', { params: { id } });
}

/** Deletes an interview with its code. */
export function removeInterview(id: string) {
  return call('DELETE /interview-sessions/:id', { params: { id } });
}
