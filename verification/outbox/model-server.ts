import type { OutboxRequest } from '../../web/src/features/outbox/outbox-request.ts';
import type { Answer } from '../../web/src/features/outbox/outbox-entry.ts';

/** A save or an end that the server carried out. */
interface Effect {
  /** Name of the operation in the simulation. */
  operation: string;
  user: string;
  interviewId: string;
}

/** Two companies: the first has two users and two interviews, the second one of each. */
export const PEOPLE = [
  { company: 'acme', user: 'ada' },
  { company: 'acme', user: 'alan' },
  { company: 'bolt', user: 'bea' },
] as const;
export const INTERVIEWS: Record<string, readonly string[]> = { acme: ['a1', 'a2'], bolt: ['b1'] };

const END = 'POST /interview-sessions/end-by-room/:room_code';

const answer = (status: number, code: Answer['code'] = null): Answer => ({ status, code, message: '', isOurs: true });

/** A model of the server's rules for saves and ends: tokens, companies, operation ids, ended interviews. */
export class ModelServer {
  readonly effects: Effect[] = [];
  /** The operation that ended an interview; null if another device ended it. */
  readonly ended = new Map<string, string | null>();
  readonly #done = new Set<string>();
  readonly #tokens = new Map<string, (typeof PEOPLE)[number]>();
  #issued = 0;

  signIn(person: (typeof PEOPLE)[number]): string {
    const token = `token-${++this.#issued}`;
    this.#tokens.set(token, person);
    return token;
  }

  expire(token: string): void {
    this.#tokens.delete(token);
  }

  /** Handles a request like the real routes; `operation` names the operation of the request. */
  handle(request: OutboxRequest, token: string, operation: string): Answer {
    const person = this.#tokens.get(token);
    if (!person) return answer(401, 'unauthenticated');
    if (request.route !== 'POST /code-editor-data' && request.route !== END)
      throw new Error('The model has no notes and no scorecards');
    const interviewId =
      request.route === 'POST /code-editor-data'
        ? request.body.interview_session_id
        : (request.query?.interview_session_id ?? '');
    if (!INTERVIEWS[person.company]?.includes(interviewId)) return answer(404, 'not_found');
    const effect = { operation, user: person.user, interviewId };
    if (request.route !== 'POST /code-editor-data') {
      if (!this.ended.has(interviewId)) {
        this.ended.set(interviewId, operation);
        this.effects.push(effect);
      }
      return answer(200);
    }
    const opId = request.body.op_id ?? '';
    if (this.#done.has(opId)) return answer(200);
    if (this.ended.has(interviewId)) return answer(409, 'ended');
    this.#done.add(opId);
    this.effects.push(effect);
    return answer(200);
  }
}
