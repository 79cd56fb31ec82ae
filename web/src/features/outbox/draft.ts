import { createAtom } from '@tanstack/store';
import { accountOfPage } from './account-of-page.ts';
import type { Author } from './outbox-entry.ts';
import type { SavedWhere, SentChange } from './save-change.ts';

/** A draft is saved if nothing was changed for this long, in milliseconds. */
const SAVE_AFTER_MS = 700;

/** The state of a draft: `typing` until it is saved, `saving` while it is. */
export type DraftState = Exclude<SavedWhere, { kind: 'discarded' }> | { kind: 'untouched' | 'typing' | 'saving' };

/** The dependencies of a draft. */
export interface DraftOptions<Content> {
  /** The content by the server's latest reply. */
  server: Content;
  /** How many changes of it wait on this device. */
  queued: number;
  /** How many waiting changes the user has discarded, also of other drafts; it rises when `queued` sinks for that. */
  discards: number;
  /** Returns the content after the changes that wait on this device. */
  withQueued: (content: Content) => Content;
  /** Sends the author's change from `base` to `content`; returns null if there is none. */
  send: (base: Content, content: Content, author: Author | null) => SentChange | null;
}

/** Content that saves itself shortly after the last key, and follows the server while nothing of it is unsaved. */
export class Draft<Content> {
  /** The content and state on the screen. */
  readonly shown;
  readonly #author = accountOfPage();
  #options: DraftOptions<Content>;
  /** The server's content once the queue is empty, on which the next change builds. */
  #base: Content;
  /** The latest content that was not refused. After a refusal, the next change builds on it. */
  #safe: Content;
  /** The latest content that the server has, to build on if it refuses what waited on this device. */
  #saved: Content;
  /** The server's content from before the last save. A later reply also has the text of another device. */
  #outdated: Content | null;
  #hasQueue: boolean;
  #isShown = false;
  #last = Promise.resolve();
  #latest: SentChange | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: DraftOptions<Content>) {
    const { server, queued, withQueued } = options;
    const content = withQueued(server);
    this.#options = options;
    this.#base = content;
    this.#safe = content;
    this.#saved = server;
    this.#outdated = queued > 0 ? server : null;
    this.#hasQueue = queued > 0;
    this.shown = createAtom<{ content: Content; state: DraftState }>({ content, state: { kind: 'untouched' } });
  }

  /** Takes over the user's change, and saves it after a pause. */
  readonly change = (content: Content): void => {
    this.shown.set({ content, state: { kind: 'typing' } });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), SAVE_AFTER_MS);
  };

  /** Saves now. Resolves once the next change may follow. */
  readonly save = (): Promise<void> => {
    // One after the other on the disk only, because a network that delivers nothing must not keep the next words in
    // memory.
    this.#last = this.#last.then(() => this.#send());
    return this.#last;
  };

  /** Takes over changes around the draft. Call it as well after each change of `shown`. */
  update(options: DraftOptions<Content>): void {
    const { server, queued, withQueued } = options;
    const { content, state } = this.shown.get();
    const before = this.#options;
    this.#options = options;
    // The user discarded what waited since an earlier visit of this screen.
    if (state.kind === 'untouched' && queued < before.queued && options.discards > before.discards)
      this.#follow(withQueued(server));
    if (queued > 0) {
      // If a reply arrives while a change is on its way, it may be from before it; its answer brings another one.
      this.#outdated = server;
      // The page may show the draft before it has read the changes that wait on this device.
      if (this.#hasQueue || state.kind !== 'untouched') return;
      this.#hasQueue = true;
      return this.#follow(withQueued(server));
    }
    const isMoving = state.kind === 'typing' || state.kind === 'saving';
    if (isMoving || server === this.#outdated || this.#base !== content) return;
    this.#outdated = null;
    this.#follow(server);
  }

  /** Saves if the page goes away. Returns a function that saves and stops. */
  start(): () => void {
    const leave = () => void this.save();
    window.addEventListener('pagehide', leave);
    this.#isShown = true;
    return () => {
      this.#isShown = false;
      window.removeEventListener('pagehide', leave);
      clearTimeout(this.#timer);
      leave();
    };
  }

  async #send(): Promise<void> {
    const sent = this.shown.get().content;
    const change = this.#options.send(this.#base, sent, this.#author);
    this.#base = sent;
    if (change === null) {
      if (this.shown.get().state.kind === 'typing') this.#setState({ kind: 'untouched' });
      return;
    }
    this.#outdated = this.#options.server;
    this.#setState({ kind: 'saving' });
    this.#latest = change;
    void change.outcome.then((outcome) => this.#settle(sent, outcome, change));
    await change.stored;
    // A reply that arrived meanwhile is from before the change, too.
    this.#outdated = this.#options.server;
  }

  #settle(sent: Content, outcome: SavedWhere, change: SentChange): void {
    if (outcome.kind === 'discarded') return this.#drop(sent, change);
    if (outcome.kind === 'queued') void outcome.answered?.().then((answer) => this.#answered(sent, answer, change));
    if (outcome.kind === 'failed') {
      this.#base = this.#safe;
      // Otherwise its text is on no screen any more, so it stays on the device, with the reason.
      if (this.#isShown) void outcome.discard?.();
    } else if (this.#base === sent) {
      this.#safe = sent;
      if (outcome.kind === 'saved') this.#saved = sent;
    }
    if (this.shown.get().content === sent) this.#setState(outcome);
  }

  /** Takes over the answer to a change that waited. A later change contains it, and may have taken its place. */
  #answered(sent: Content, answer: SavedWhere, change: SentChange): void {
    if (this.#latest !== change) return;
    this.#safe = this.#saved;
    this.#settle(sent, answer, change);
    // Also if the server's reply has brought another text meanwhile.
    if (answer.kind !== 'discarded' && this.shown.get().state.kind === 'queued') this.#setState(answer);
  }

  /** Shows the text without the latest change, which the user discarded; words typed since then stay. */
  #drop(sent: Content, change: SentChange): void {
    if (this.#latest !== change) return;
    this.#base = this.#safe;
    const { content, state } = this.shown.get();
    if (content !== sent && state.kind !== 'queued') return;
    this.#follow(this.#options.withQueued(this.#options.server));
    this.#setState({ kind: 'untouched' });
  }

  #setState(state: DraftState): void {
    clearTimeout(this.#timer);
    this.shown.set(({ content }) => ({ content, state }));
  }

  #follow(content: Content): void {
    this.#base = content;
    this.#safe = content;
    this.#saved = this.#options.server;
    const { content: earlier, state } = this.shown.get();
    if (content !== earlier) this.shown.set({ content, state });
  }
}
