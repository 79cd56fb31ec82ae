import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How far a long run came, kept on disk so that it goes on where it stopped; without a folder it starts anew. */
export class Progress<T> {
  readonly #path: string | null;
  state: T;

  constructor(folder: string | undefined, name: string, fresh: T) {
    this.#path = folder === undefined ? null : join(folder, `${name}.json`);
    if (folder !== undefined) mkdirSync(folder, { recursive: true });
    this.state = this.#path === null ? fresh : (read<T>(this.#path) ?? fresh);
  }

  /** Keeps the state; what is on disk is whole at any moment. */
  keep(): void {
    if (this.#path === null) return;
    writeFileSync(`${this.#path}.new`, JSON.stringify(this.state));
    renameSync(`${this.#path}.new`, this.#path);
  }
}

function read<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
