import { servePrograms } from '../worker/serve-programs.ts';
import { runProject, runScript } from './javascript/run-script.ts';

servePrograms(
  () =>
    ({ code, files, tests }, host) =>
      files ? runProject({ files, tests }, host) : runScript(code, 'main.js', host),
);
