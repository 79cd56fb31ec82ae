import { randomUUID } from 'node:crypto';
import { call } from '../../support/api.ts';
import { registerCompany } from '../servers/interviews.ts';

/** Interviews of one company, one after the other: its plan allows one at a time. */
export class Rooms {
  readonly #url: string;
  readonly #token: string;
  #running: string | null = null;

  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  /** Registers the company. */
  static async open(url: string): Promise<Rooms> {
    return new Rooms(url, await registerCompany(url));
  }

  /** Ends the previous interview, starts a new one and returns its candidate link. */
  async nextLink(): Promise<string> {
    const end = `/interview-sessions/end-by-room/${this.#running}`;
    if (this.#running !== null) await call(this.#url, 'POST', end, undefined, this.#token);
    this.#running = `private-room-${randomUUID().slice(0, 18)}`;
    await call(this.#url, 'POST', '/interview-sessions/quick-start', { room_code: this.#running }, this.#token);
    return `${this.#url}/codeshare/${this.#running}`;
  }
}
