import type { Input } from '../../worker/input.ts';
import { Buffer } from './buffer.ts';
import { encodingOf } from './encoding.ts';
import { EventEmitter } from './emitter.ts';
import type { EventLoop } from './event-loop.ts';

type Chunk = string | Buffer;
/** The parts of a stream that `pipe` writes to. */
interface Target {
  write(chunk: Chunk): unknown;
  end?(): unknown;
  emit?(event: string, source: Stdin): unknown;
}

/** The input of a program, or a file, as the readable stream of Node.js: flowing, or read by `read()` and iteration. */
export class Stdin extends EventEmitter {
  readonly fd = 0;
  readonly isTTY = false;
  readable = true;
  readableEnded = false;
  readonly #input: Input;
  readonly #loop: EventLoop;
  #encoding: string | undefined;
  #state: 'idle' | 'flowing' | 'paused' | 'readable' = 'idle';
  #isPolling = false;
  /** The arrived text that was not read; null after the end of the input. */
  #arrived: Chunk | null = '';

  constructor(input: Input, loop: EventLoop) {
    super();
    this.#input = input;
    this.#loop = loop;
  }

  /** Returns the input that a stream reads; undefined if it is another stream. */
  static sourceOf(stream: unknown): Input | undefined {
    return stream instanceof Stdin ? stream.#input : undefined;
  }

  setEncoding(encoding: unknown): this {
    this.#encoding = encodingOf(encoding);
    return this;
  }

  setRawMode(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override on(event: PropertyKey, listener: (...given: never[]) => unknown): this {
    super.on(event, listener);
    if (event === 'data' && this.#state === 'idle') this.resume();
    if (event === 'readable' && this.#state !== 'readable') {
      this.#state = 'readable';
      this.#poll();
    }
    return this;
  }

  override once(event: PropertyKey, listener: (...given: never[]) => unknown): this {
    const once = (...given: never[]) => {
      this.off(event, once);
      listener(...given);
    };
    return this.on(event, once);
  }

  resume(): this {
    this.#state = 'flowing';
    this.#poll();
    return this;
  }

  pause(): this {
    this.#state = 'paused';
    return this;
  }

  isPaused(): boolean {
    return this.#state === 'paused';
  }

  /** Returns the arrived text, or its first `size` units; null if there is none. */
  read(size?: number): Chunk | null {
    const chunk = this.#arrived;
    if (chunk === null || chunk.length === 0) {
      this.#poll();
      return null;
    }
    const part = size === undefined ? chunk : chunk.slice(0, size);
    this.#arrived = chunk.slice(part.length);
    if (this.#arrived.length === 0) this.#poll();
    return part;
  }

  pipe<T extends Target>(target: T): T {
    this.on('data', (chunk: Chunk) => target.write(chunk));
    this.on('end', () => target.end?.());
    target.emit?.('pipe', this);
    return target;
  }

  unpipe(): this {
    return this.pause();
  }

  destroy(): this {
    this.#state = 'paused';
    return this;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Chunk> {
    const chunk = this.#take();
    if (chunk !== null) yield chunk;
    this.#end();
  }

  /** Returns the rest of the input; null at its end. */
  #take(): Chunk | null {
    const text = this.#input.readAll();
    if (text === '') return null;
    return this.#encoding === undefined
      ? Buffer.from(text as never)
      : Buffer.from(text as never).toString(this.#encoding);
  }

  #poll(): void {
    if (this.#isPolling || this.readableEnded) return;
    this.#isPolling = true;
    this.#loop.poll(() => {
      this.#isPolling = false;
      if (this.#state === 'flowing') this.#flow();
      else if (this.#state === 'readable') this.#offer();
    });
  }

  #flow(): void {
    const chunk = this.#arrived === null || this.#arrived.length > 0 ? this.#arrived : this.#take();
    this.#arrived = '';
    if (chunk === null) return this.#end();
    this.emit('data', chunk);
    this.#poll();
  }

  /** Tells that there is something to read, or that the end has come. */
  #offer(): void {
    if (this.#arrived === null) return this.#end();
    if (this.#arrived.length > 0) return;
    this.#arrived = this.#take();
    this.emit('readable');
    if (this.#arrived === null) this.#poll();
  }

  #end(): void {
    if (this.readableEnded) return;
    this.readableEnded = true;
    this.readable = false;
    this.emit('end');
    this.#loop.nextTick(() => this.emit('close'));
  }
}
