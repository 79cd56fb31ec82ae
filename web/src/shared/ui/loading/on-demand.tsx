import { lazy, useState } from 'react';
import type { ComponentType } from 'react';
import { persistently } from './persistently.ts';

/** A part of a screen that is fetched when it is wanted; `fetch` gets it ahead, and resolves whether it came or not. */
export type OnDemand<Props extends object> = ComponentType<Props> & { fetch: () => Promise<void> };

/**
 * A component that comes in a file of its own. What is here by the time it is shown is shown at once: `lazy` alone asks
 * for a fallback even then, and React lets nothing take a fallback's place for a third of a second.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): OnDemand<Props> {
  let here: ComponentType<Props> | undefined;
  const get = async () => (here = await persistently(load));
  const Later = lazy(async () => ({ default: await get() }));
  function Part(props: Props) {
    // The same one for as long as it is shown.
    const [Shown] = useState<ComponentType<Props>>(() => here ?? Later);
    return <Shown {...props} />;
  }
  // Whether it came is asked when it is shown.
  const fetch = () =>
    get().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(Part, { fetch });
}
