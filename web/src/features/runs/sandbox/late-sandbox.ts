import type { Sandbox } from './sandbox-types.ts';
import { importWithRetry } from '../../../shared/ui/loading/import-with-retry.ts';

/** Returns a sandbox that opens at its first use. */
export function lateSandbox(): { open: () => Promise<Sandbox>; close: () => void } {
  let opening: Promise<Sandbox> | undefined;
  const open = async () => {
    const { openSandbox } = await importWithRetry(() => import('./sandbox.ts'));
    return openSandbox();
  };
  return {
    open: () => {
      opening ??= open();
      opening.catch(() => (opening = undefined));
      return opening;
    },
    close: () => void opening?.then((sandbox) => sandbox.close()),
  };
}
