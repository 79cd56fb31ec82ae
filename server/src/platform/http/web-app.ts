import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Config } from '../../config.ts';
import type { App } from '../context.ts';
import { notFound } from '../../errors.ts';
import { MethodNotAllowed, type MethodsAt } from './allowed-methods.ts';
import { pathOf } from './request-path.ts';

/** What names a file or a folder of the web by convention: an ending, or a dot in front. */
const FILE = /\/\.|\.\w{1,12}$/;
const YEAR_MS = 365 * 24 * 3600 * 1000;

/**
 * Serves the built web app: hashed assets for ever, pages fresh, and the app itself for every page address, so
 * that its router answers; it shows its own not-found page. An address like that of a file is none of a page.
 */
export async function serveWebApp(app: App, config: Config, methodsAt: MethodsAt): Promise<void> {
  const built = existsSync(join(config.webDir, 'index.html'));
  const codeshare = existsSync(join(config.webDir, 'codeshare.html')) ? 'codeshare.html' : 'index.html';
  if (built)
    await app.register(fastifyStatic, {
      root: config.webDir,
      // The first page is written out at build time; every other address gets the bare app.
      index: ['landing.html', 'index.html'],
      preCompressed: true,
      // A dot folder holds what the build notes for itself.
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (reply, path) => {
        const immutable = path.includes('/assets/');
        void reply.header('cache-control', immutable ? `public, max-age=${YEAR_MS / 1000}, immutable` : 'no-cache');
      },
    });
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url);
    const isPage = built && !/^\/(api|assets|socket\.io)(?:\/|$)/.test(path) && !FILE.test(path);
    const methods = isPage ? ['GET', 'HEAD'] : methodsAt(path);
    if (methods.length > 0 && !methods.includes(request.method)) throw new MethodNotAllowed(methods);
    if (!isPage) throw notFound('Not found.');
    if (!path.startsWith('/codeshare/')) return reply.sendFile('index.html');
    // Rooms are not for search engines. Their page was written at build time too, with what it needs beside it.
    return reply.header('x-robots-tag', 'noindex').sendFile(codeshare);
  });
}
