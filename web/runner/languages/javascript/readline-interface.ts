import { EventEmitter } from './emitter.ts';
import type { EventLoop } from './event-loop.ts';
import type { Input } from '../../worker/input.ts';
import { Stdin } from './stdin.ts';

/** The parts of a stream that prompts and questions are written to. */
export interface Output {
  write(text: string): unknown;
}

/** Options of `createInterface`. */
export interface Options {
  input?: unknown;
  output?: Output;
  prompt?: string;
}

/** The input of an interface, and the loop that it belongs to. */
export interface Source {
  input: Input;
  loop: EventLoop;
}

type Answered = (line: string) => void;

/** The key of a function's own variant with promises. */
export const PROMISIFIED = Symbol.for('nodejs.util.promisify.custom');

/**
 * The interface of `readline`: lines come as events, as answers to questions, or by iteration. A line that nobody waits
 * for is kept for the next question, as in a terminal.
 */
export class Interface extends EventEmitter {
  closed = false;
  terminal = false;
  line = '';
  readonly #input: Input;
  readonly #loop: EventLoop;
  readonly #output: Output | undefined;
  #prompt: string;
  #answered: Answered | undefined;
  #isPolling = false;
  #isPaused = false;

  constructor(source: Source, { input, output, prompt = '> ' }: Options) {
    super();
    this.#input = Stdin.sourceOf(input) ?? source.input;
    this.#loop = source.loop;
    this.#output = output;
    this.#prompt = prompt;
    this.#poll();
  }

  override on(event: PropertyKey, listener: (...given: never[]) => unknown): this {
    super.on(event, listener);
    if (event === 'line') this.#poll();
    return this;
  }

  question(text: string, ...given: unknown[]): void {
    const answered = given.at(-1);
    if (this.closed) throw Object.assign(new Error('readline was closed'), { code: 'ERR_USE_AFTER_CLOSE' });
    if (typeof answered !== 'function') return;
    if (this.#answered !== undefined) return this.prompt();
    this.#output?.write(String(text));
    this.#answered = answered as Answered;
    this.#poll();
  }

  prompt(): void {
    if (this.#isPaused) this.resume();
    this.#output?.write(this.#prompt);
    this.#poll();
  }

  setPrompt(prompt: string): void {
    this.#prompt = prompt;
  }

  getPrompt(): string {
    return this.#prompt;
  }

  write(text: unknown): void {
    if (typeof text === 'string') this.#output?.write(text);
  }

  pause(): this {
    if (!this.#isPaused) this.emit('pause');
    this.#isPaused = true;
    return this;
  }

  resume(): this {
    if (this.#isPaused) this.emit('resume');
    this.#isPaused = false;
    this.#poll();
    return this;
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.emit('close');
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** True if a question waits for a line that will not come. */
  get isUnanswered(): boolean {
    return this.#answered !== undefined;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    const lines: string[] = [];
    let wake = () => undefined as void;
    this.on('line', (line: string) => (lines.push(line), wake()));
    this.once('close', () => wake());
    try {
      while (true) {
        const line = lines.shift();
        if (line !== undefined) yield line;
        else if (this.closed) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      this.close();
    }
  }

  #poll(): void {
    if (this.#isPolling || this.closed) return;
    this.#isPolling = true;
    this.#loop.poll(() => {
      this.#isPolling = false;
      this.#read();
    });
  }

  /** Passes on all lines that somebody waits for, and closes at the end of the input. */
  #read(): void {
    // As in Node.js, lines that have arrived come even if a listener closes the interface.
    while (!this.#isPaused) {
      if (this.#answered === undefined && this.listenerCount('line') === 0) return;
      const line = this.#input.readLine();
      if (line === null) return this.close();
      const answered = this.#answered;
      this.#answered = undefined;
      if (answered === undefined) this.emit('line', line);
      else answered(line);
    }
  }
}

/** `rl.question` as `util.promisify` returns it. */
Object.defineProperty(Interface.prototype.question, PROMISIFIED, {
  value(this: Interface, text: string) {
    return new Promise<string>((resolve) => this.question(text, resolve));
  },
});
