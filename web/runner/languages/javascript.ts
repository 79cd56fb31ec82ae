import { servePrograms } from '../worker/serve-programs.ts';
import { runProject, runScript } from './javascript/run-script.ts';

servePrograms(
  () =>
    ({ code, files }, host) =>
      files ? runProject(files, host) : runScript(code, 'main.js', host),
);
