import { capMemory } from '../worker/memory-cap.ts';
import { FILES_URL, serveFiles } from '../worker/served-files.ts';
import { servePrograms } from '../worker/serve-programs.ts';
import { startPhp } from './php/php-program.ts';

servePrograms(async (files) => {
  capMemory();
  const module = files.modules['php.wasm'];
  if (module === undefined) throw new Error('php.wasm is missing');
  const stopServing = serveFiles(files);
  const start = await startPhp(module, (name) => `${FILES_URL}${name}`);
  stopServing();
  return start;
});
