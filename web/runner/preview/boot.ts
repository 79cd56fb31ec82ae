import { installConsole } from '../languages/javascript/console.ts';
import { closeWaysOut } from './close-ways-out.ts';
import { forwardKeys } from './forward-keys.ts';
import { installStorage } from './memory-storage.ts';
import type { FromPreview, ToPreview } from './messages.ts';
import { PreviewOutput } from './preview-output.ts';
import { PreviewProgram } from './preview-program.ts';

// The page checks it as well, because code would run with the rights of the app if the origin were not opaque.
if (self.origin !== 'null') throw new Error('This frame must not have an origin.');

// Captured before any program can replace it.
const { postMessage } = MessagePort.prototype;
const { apply } = Reflect;

/** Takes the page's port; a second one is ignored. */
function takePort({ source, data, ports: [port] }: MessageEvent<unknown>): void {
  if (source !== window.parent || data !== 'port' || port === undefined) return;
  window.removeEventListener('message', takePort);
  const send = (message: FromPreview) => apply(postMessage, port, [message]) as undefined;
  const output = new PreviewOutput(send);
  installConsole((stream, text) => output.write(stream, text));
  const program = new PreviewProgram(output, send);
  forwardKeys(send);
  port.addEventListener('message', ({ data: message }: MessageEvent<ToPreview>) => program.receive(message));
  port.start();
}

closeWaysOut();
installStorage();
window.addEventListener('message', takePort);
window.parent.postMessage({ hello: self.origin }, '*');
