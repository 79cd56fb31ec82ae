import type { FromFrame, ToFrame } from '../messages.ts';
import { FrameRunner } from './frame-runner.ts';

// The page checks it as well, because code would run with the rights of the app if the origin were not opaque.
if (self.origin !== 'null') throw new Error('This frame must not have an origin.');

/** Takes the page's port; a second one is ignored. */
function takePort({ source, data, ports: [port] }: MessageEvent<unknown>): void {
  if (source !== window.parent || data !== 'port' || port === undefined) return;
  window.removeEventListener('message', takePort);
  const runner = new FrameRunner((message: FromFrame) => port.postMessage(message));
  port.addEventListener('message', ({ data: message }: MessageEvent<ToFrame>) => runner.receive(message));
  port.start();
}

window.addEventListener('message', takePort);
window.parent.postMessage({ hello: self.origin }, '*');
