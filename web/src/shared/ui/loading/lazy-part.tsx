import { lazy, useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { importWithRetry } from './import-with-retry.ts';

/** A component in a file of its own; `preload` loads it ahead and resolves even if that fails. */
export type LazyPart<Props extends object> = ComponentType<Props> & { preload: () => Promise<void> };

/**
 * Creates a component that is loaded when it is first shown, inside Suspense. If the import fails, shows `fallback`
 * instead; without one, retries it and then throws to the error boundary. If a part is already loaded, it renders
 * immediately, while `lazy` alone suspends even then, and React holds a Suspense fallback for 300 ms.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback }: { fallback?: ComponentType<Props> } = {},
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const get = async () => (loaded = await (fallback ? load() : importWithRetry(load)));
  const later = (): ComponentType<Props> =>
    lazy(async () => ({ default: await (fallback ? get().catch(() => failedAs(fallback)) : get()) }));
  let Later = later();
  const failedAs = (Fallback: ComponentType<Props>) =>
    function Failed(props: Props) {
      // The next time that the part is shown, it is loaded again.
      useEffect(() => void (Later = later()), []);
      return <Fallback {...props} />;
    };
  function Part(props: Props) {
    // The same component until it unmounts, because exchanging it would lose its state.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Later);
    return <Shown {...props} />;
  }
  // A failure surfaces when the part is shown.
  const preload = () =>
    get().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(Part, { preload });
}
