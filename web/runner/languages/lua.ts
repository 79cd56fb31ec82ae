import { capMemory } from '../worker/memory-cap.ts';
import { FILES_URL, serveFiles } from '../worker/served-files.ts';
import { servePrograms } from '../worker/serve-programs.ts';
import { startLua } from './lua/lua-program.ts';

servePrograms(async (files) => {
  capMemory();
  const stopServing = serveFiles(files);
  // Because without an address it would load its WebAssembly from another host.
  const start = await startLua(`${FILES_URL}glue.wasm`);
  stopServing();
  return start;
});
