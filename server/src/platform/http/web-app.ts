import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply } from 'fastify';
import type { Config } from '../../config.ts';
import type { App } from '../context.ts';
import { notFound } from '../../errors.ts';
import { MethodNotAllowed, type MethodsAt } from './allowed-methods.ts';
import { pathOf } from './request-path.ts';
import { frameHeaders } from '../security/frame-headers.ts';

/** Matches a path that names a file or a dot folder: an extension, or a leading dot. */
const FILE = /\/\.|\.\w{1,12}$/;
const FOREVER = `public, max-age=${365 * 24 * 3600}, immutable`;
/** Folders whose file names have the hash of the content. */
const IMMUTABLE = /^(assets|run)\//;
/** The document of the isolated frame that runs code. */
const FRAME = /^run\/frame-[^/]*\.html/;
const COMPRESSED = /\.(br|gz)$/;

/**
 * Serves the built web app: hashed assets cached forever, pages never cached, and the app for every page address, whose
 * router shows its own not-found page. An address that looks like a file is not a page.
 */
export async function serveWebApp(app: App, config: Config, methodsAt: MethodsAt): Promise<void> {
  const built = existsSync(join(config.webDir, 'index.html'));
  const codeshare = existsSync(join(config.webDir, 'codeshare.html')) ? 'codeshare.html' : 'index.html';
  if (built)
    await app.register(fastifyStatic, {
      root: config.webDir,
      // The landing page is prerendered; all other addresses get the bare app.
      index: ['landing.html', 'index.html'],
      preCompressed: true,
      // Dot folders hold data of the build.
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (reply, path) => {
        const file = relative(config.webDir, path).replaceAll('\\', '/');
        void reply.header('cache-control', IMMUTABLE.test(file) ? FOREVER : 'no-cache');
        if (FRAME.test(file)) isolate(reply, path.replace(COMPRESSED, ''));
      },
    });
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url);
    const isPage = built && !/^\/(api|assets|socket\.io)(?:\/|$)/.test(path) && !FILE.test(path);
    const methods = isPage ? ['GET', 'HEAD'] : methodsAt(path);
    if (methods.length > 0 && !methods.includes(request.method)) throw new MethodNotAllowed(methods);
    if (!isPage) throw notFound('Not found.');
    if (!path.startsWith('/codeshare/')) return reply.sendFile('index.html');
    // Search engines must not index rooms. Their page is prerendered too, with its own preloads.
    return reply.header('x-robots-tag', 'noindex').sendFile(codeshare);
  });
}

/** The headers of frames by path; their names have the hash of their content. */
const framesRead = new Map<string, Record<string, string>>();

/** Replaces the headers of pages by those of the isolated frame, which this origin may embed. */
function isolate(reply: Pick<FastifyReply, 'header' | 'removeHeader'>, path: string): void {
  const headers = framesRead.get(path) ?? frameHeaders(readFileSync(path, 'utf8'));
  framesRead.set(path, headers);
  for (const [name, value] of Object.entries(headers)) void reply.header(name, value);
  for (const name of ['x-frame-options', 'reporting-endpoints', 'origin-agent-cluster']) reply.removeHeader(name);
}
