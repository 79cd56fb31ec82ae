interface Options {
  signal?: AbortSignal;
}

/** Returns the module `timers/promises`. */
export function timersWithPromises() {
  const wait = <T>(ms?: number, value?: T, { signal }: Options = {}): Promise<T | undefined> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(abortError(signal));
      const timer = setTimeout(() => resolve(value), ms);
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(abortError(signal));
      });
    });
  const immediate = self['setImmediate' as never] as (run: () => void) => void;
  async function* interval<T>(ms?: number, value?: T, options?: Options): AsyncGenerator<T | undefined> {
    while (true) yield wait(ms, value, options);
  }
  return {
    setTimeout: wait,
    setImmediate: <T>(value?: T) => new Promise((resolve) => immediate(() => resolve(value))),
    setInterval: interval,
    scheduler: { wait },
  };
}

function abortError({ reason }: AbortSignal): Error {
  const error = new Error('The operation was aborted', { cause: reason });
  return Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' });
}
