import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** State of a long run, saved on disk so that an interrupted run resumes; if there is no folder, nothing is saved. */
export class Progress<T> {
  readonly #path: string | null;
  state: T;

  constructor(folder: string | undefined, name: string, fresh: T) {
    this.#path = folder === undefined ? null : join(folder, `${name}.json`);
    if (folder !== undefined) mkdirSync(folder, { recursive: true });
    this.state = this.#path === null ? fresh : (read<T>(this.#path) ?? fresh);
  }

  /** Saves the state atomically: a crash leaves the previous file intact. */
  save(): void {
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
