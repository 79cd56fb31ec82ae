import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import { markOf, Peer } from './peer.ts';

/** A client with only the documented events, which acknowledges what it shows, or never does. */
export class FullTextPeer extends Peer {
  readonly #acknowledges: boolean;
  screen = DEFAULT_CODE;
  #toServer: ({ code: string; marks: string[] } | { shown: () => void })[] = [];
  #toClient: { code: string; shown: () => void }[] = [];

  constructor(index: number, acknowledges: boolean) {
    super(index);
    this.#acknowledges = acknowledges;
  }

  protected open(): void {
    this.#toServer = [];
    this.#toClient = [];
    const push = (code: string, answered: (isShown: boolean) => void) => {
      this.events.push(code);
      this.#toClient.push({ code, shown: () => answered(true) });
    };
    this.node.document.subscribeFullText(this.by.socketId, this.participantId, { push, isSlow: () => false });
  }

  type(n: number, where: number): void {
    const at = where % (this.screen.length + 1);
    const mark = markOf(n, SHARED_TEXT);
    this.typed.push(mark);
    this.#send(this.screen.slice(0, at) + mark + this.screen.slice(at), [mark]);
  }

  erase(where: number): string {
    const at = where % (this.screen.length + 1);
    const erased = this.screen.charAt(at);
    if (erased !== '') this.#send(this.screen.slice(0, at) + this.screen.slice(at + 1), []);
    return erased;
  }

  receive(): boolean {
    const sent = this.#toServer.shift();
    if (sent && 'shown' in sent) sent.shown();
    else if (sent) {
      const { document } = this.node;
      void this.answer(sent.marks, () => document.editFullText(this.by.socketId, sent.code));
    }
    return sent !== undefined;
  }

  show(): boolean {
    const pushed = this.#toClient.shift();
    if (!pushed) return false;
    this.screen = pushed.code;
    if (this.#acknowledges) this.#toServer.push({ shown: pushed.shown });
    return true;
  }

  #send(code: string, marks: string[]): void {
    this.screen = code;
    this.#toServer.push({ code, marks });
  }
}
