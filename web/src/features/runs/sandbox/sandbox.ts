import type { FromFrame } from '../../../../runner/messages.ts';
import { openFrame } from './frame-link.ts';
import type { FrameLink } from './frame-link.ts';
import { RunningExecution } from './execution.ts';
import { loadPackages } from './program-packages.ts';
import { RuntimeLoader } from './runtime-loader.ts';
import { assetsKey } from './runtimes.ts';
import type { Sandbox } from './sandbox-types.ts';

/** Opens a sandbox: an isolated frame, which is created at the first use and replaced if it dies. */
export function openSandbox(): Sandbox {
  let frame: FrameLink | undefined;
  let current: RunningExecution | undefined;
  const loader = new RuntimeLoader((message, transfer) => openedFrame().send(message, transfer));
  const openedFrame = () => (frame ??= openFrame({ message: receive, dead: replace }));
  const receive = (message: FromFrame) => {
    if (message.type === 'loaded') loader.loaded(message.language, message.problem);
    else current?.receive(message);
  };
  /** Removes the frame; the next use opens another one. */
  const replace = () => {
    frame?.remove();
    frame = undefined;
    loader.forget();
    current?.crash();
  };
  return {
    execute(program, events) {
      if (current !== undefined) throw new Error('Another program is executing.');
      const execution = new RunningExecution(program, events, {
        load: (progress, signal) => loader.load(assetsKey(program.language), progress, signal),
        loadPackages: (named, progress, signal) => loadPackages(program.language, named, progress, signal),
        more: (files, progress, signal) => loader.more(files, progress, signal),
        send: (message) => openedFrame().send(message),
        replaceFrame: replace,
      });
      current = execution;
      const ended = execution.ended.finally(() => (current = undefined));
      return { ended, stop: () => execution.stop(), answer: (text) => execution.answer(text) };
    },
    close() {
      current?.stop();
      frame?.remove();
      frame = undefined;
      loader.forget();
    },
  };
}
