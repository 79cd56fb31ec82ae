import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Plan } from '@cip/contracts/billing/billing';
import type { CodeEditorData } from '@cip/contracts/rooms/documents';
import type { Handshake } from '@cip/contracts/rooms/rooms';
import { call as callNode } from './api.ts';
import type { Cluster } from './cluster.ts';

/** Calls go to the first running node. */
type Nodes = Pick<Cluster, 'nodes'>;

/** A running interview with the handshakes of its participants. */
export interface RunningInterview {
  id: string;
  roomCode: string;
  code: string;
  token: string;
  interviewer: Handshake;
  candidates: [Handshake, Handshake, Handshake];
}

/** Time to retry ending an interview during an outage, in milliseconds. */
const END_RETRY_MS = 20_000;
const PASSWORD = 'correct horse battery';

/** Registers a company, starts an interview and joins three candidates. */
export async function startInterview(cluster: Nodes): Promise<RunningInterview> {
  const email = `chaos-${randomUUID()}@example.com`;
  const account = { name: 'Chaos', email, password: PASSWORD, password_confirmation: PASSWORD };
  const { token } = await call<{ token: string }>(cluster, 'POST', '/register', account);
  const plans = await call<Plan[]>(cluster, 'GET', '/subscription-plans');
  const free = plans.find(({ price }) => price === 0);
  await call(cluster, 'POST', '/subscriptions/subscribe', { subscription_plan_id: free?.id }, token);
  const roomCode = `private-room-${randomUUID().slice(0, 9)}`;
  const { session } = await call<{ session: { id: string } }>(
    cluster,
    'POST',
    '/interview-sessions/quick-start',
    { room_code: roomCode },
    token,
  );
  const join = async (name: string): Promise<Handshake> => {
    const reply = await call<{ token: string }>(cluster, 'POST', `/public/session/${roomCode}/join`, {
      candidate_name: name,
    });
    return { roomCode, userName: name, userType: 'candidate', authToken: reply.token };
  };
  const interviewer: Handshake = { roomCode, userName: 'Ines', userType: 'interviewer', authToken: token };
  const candidates: RunningInterview['candidates'] = [await join('Ada'), await join('Bob'), await join('Cleo')];
  const running = { id: session.id, roomCode, token, interviewer, candidates };
  return { ...running, code: await storedCode(cluster, running) };
}

/** Returns the text that the REST API serves. */
export async function storedCode(
  cluster: Nodes,
  { id, token }: Pick<RunningInterview, 'id' | 'token'>,
): Promise<string> {
  return (await storedData(cluster, { id, token })).code_content;
}

/** Returns the texts of all files that the REST API serves, the first one's first. */
export async function storedTexts(
  cluster: Nodes,
  interview: Pick<RunningInterview, 'id' | 'token'>,
): Promise<string[]> {
  const { code_content: code, files } = await storedData(cluster, interview);
  return files?.map(({ content }) => content) ?? [code];
}

type StoredData = Pick<CodeEditorData, 'code_content' | 'files'>;

async function storedData(cluster: Nodes, { id, token }: Pick<RunningInterview, 'id' | 'token'>): Promise<StoredData> {
  type Response = { data: StoredData };
  return (await call<Response>(cluster, 'GET', `/code-editor-data/session/${id}`, undefined, token)).data;
}

/**
 * Ends the interview, retrying like an interviewer who presses the button again. Resolves when a node confirms the end.
 */
export async function endInterview(
  cluster: Nodes,
  { roomCode, token }: Pick<RunningInterview, 'roomCode' | 'token'>,
): Promise<void> {
  const path = `/interview-sessions/end-by-room/${roomCode}`;
  for (const deadline = Date.now() + END_RETRY_MS; ; await sleep(200))
    try {
      await call(cluster, 'POST', path, {}, token);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
}

async function call<T>(cluster: Nodes, method: string, path: string, body?: object, token?: string): Promise<T> {
  const node = cluster.nodes.find(({ isRunning }) => isRunning);
  if (!node) throw new Error('No node is running.');
  return callNode(node.url, method, path, body, token);
}
