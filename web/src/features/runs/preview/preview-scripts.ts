import type { Scripts } from '../../../../runner/preview/messages.ts';
import { fetchRuntime } from '../sandbox/fetch-runtime.ts';
import { isMore } from '../sandbox/runtimes.ts';

/** The files of packages and of the compiler that previews of this page have used. */
export class PreviewScripts {
  readonly #scripts = new Map<string, string>();

  /** Resolves to files. Rejects if one is not available, or if it is aborted. */
  async fetch(names: readonly string[], signal: AbortSignal): Promise<Scripts> {
    const fetched = await Promise.all(
      names.filter(isMore).map(async (name) => {
        const script = this.#scripts.get(name) ?? (await fetchRuntime(name, signal, () => undefined)).script;
        this.#scripts.set(name, script);
        return [name, script] as const;
      }),
    );
    return Object.fromEntries(fetched);
  }
}
