import { createReadStream, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { frameHeaders } from '../../server/src/platform/http/headers/frame-headers.ts';
import type { PreparedRun } from './prepare.ts';

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  wasm: 'application/wasm',
};

/**
 * Returns a middleware of the development server for the files below `/run/`, with the frame's headers as in
 * production.
 */
export function serveRunFiles(prepare: () => Promise<Pick<PreparedRun, 'files'>>) {
  return async (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): Promise<void> => {
    const path = new URL(request.url ?? '', 'http://localhost').pathname.slice(1);
    if (!path.startsWith('run/')) return next();
    try {
      const { files } = await prepare();
      const found = files.find((file) => file.path === path);
      if (!found) return next();
      const extension = path.slice(path.lastIndexOf('.') + 1);
      const headers = extension === 'html' ? frameHeaders(path, readFileSync(found.source, 'utf8')) : {};
      const type = TYPES[extension] ?? 'application/octet-stream';
      response.writeHead(200, { ...headers, 'content-type': type, 'cache-control': 'no-cache' });
      createReadStream(found.source).pipe(response);
    } catch (error) {
      next(error);
    }
  };
}
