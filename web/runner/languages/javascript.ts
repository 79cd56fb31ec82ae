import { servePrograms } from '../worker/serve-programs.ts';
import { runScript } from './javascript/run-script.ts';

servePrograms(
  () =>
    ({ code }, host) =>
      runScript(code, 'main.js', host),
);
