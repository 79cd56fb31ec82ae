import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import { roomCodeIn } from '@cip/contracts/interviews/room-links';
import type { SignInOptions } from '@cip/contracts/accounts/single-sign-on';
import type { FastifyReply } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { App } from '../../http-app.ts';
import { notFound } from '../../../errors.ts';
import { MethodNotAllowed, type MethodsAt } from '../allowed-methods.ts';
import { inviteFrom, PRODUCT_PREVIEW, wantsPreview, withPreview, type LinkPreview } from './link-preview.ts';
import { markedPages, type SendMarked } from './marked-pages.ts';
import { networkOf } from '../network.ts';
import { pathOf } from '../request-path.ts';
import { frameHeaders, ISOLATED_FRAME } from '../headers/frame-headers.ts';
import { isPartOfPage, PAGE_HEADERS } from '../headers/page-headers.ts';

/** Matches a path that names a file or a dot folder: an extension, or a leading dot. */
const FILE = /\/\.|\.\w{1,12}$/;
const FOREVER = `public, max-age=${365 * 24 * 3600}, immutable`;
/** Folders whose file names have the hash of the content. */
const IMMUTABLE = /^(assets|run)\//;
const COMPRESSED = /\.(br|gz)$/;

/** The product's data in the pages. */
interface PageSource {
  /** Returns the public address of the site. */
  origin: () => string;
  /** Returns the company whose open interview a link leads to, or null. */
  findInvitingCompany: (network: string, roomCode: string) => Promise<string | null>;
  /** The ways to sign in; null if that is by password, as pages without a mark say. */
  signIn: SignInOptions | null;
}

/** The address of a candidate's link. */
const LINK = /^\/codeshare\/([^/]+)\/?$/;

const hasPages = ({ webDir }: Pick<Config, 'webDir'>) => existsSync(join(webDir, 'index.html'));

/** Returns a warning for the operator if the folder has no web app, so that every page is not found; else null. */
export function pagesNotice(config: Pick<Config, 'webDir'>): string | null {
  if (hasPages(config)) return null;
  return `WEB_DIR ${config.webDir} has no index.html, so no page is found. Build the web app with npm run build, or set WEB_DIR to the folder of a built one.`;
}

/**
 * Serves the built web app: hashed assets cached forever, pages never cached, and the app for every page address, whose
 * router shows its own not-found page. If an address looks like a file, it is not a page.
 */
export async function serveWebApp(app: App, config: Config, methodsAt: MethodsAt, source: PageSource): Promise<void> {
  const built = hasPages(config);
  const prerendered = (file: string) => (existsSync(join(config.webDir, file)) ? file : 'index.html');
  // The landing page and the page of a candidate's link are prerendered; all other addresses get the bare app.
  const [landing, codeshare] = [prerendered('landing.html'), prerendered('codeshare.html')];
  if (built) await serveFiles(app, config.webDir);
  const sendWithPreview = async (reply: FastifyReply, file: string, preview: LinkPreview) => {
    const page = withPreview(await readFile(join(config.webDir, file), 'utf8'), preview, source.origin());
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  };
  const sendPage: SendMarked = source.signIn
    ? markedPages(config.webDir, source.signIn)
    : (_request, reply, file) => reply.sendFile(file);
  if (built)
    app.get('/', { config: { access: 'public' } }, (request, reply) =>
      wantsPreview(request) ? sendWithPreview(reply, landing, PRODUCT_PREVIEW) : sendPage(request, reply, landing),
    );
  // The service worker's copy of the app.
  if (built && source.signIn)
    app.get('/index.html', { config: { access: 'public' } }, (request, reply) =>
      sendPage(request, reply, 'index.html'),
    );
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request.url);
    const isPage = built && !/^\/(api|assets|socket\.io)(?:\/|$)/.test(path) && !FILE.test(path);
    const methods = isPage ? ['GET', 'HEAD'] : methodsAt(path);
    if (methods.length > 0 && !methods.includes(request.method)) throw new MethodNotAllowed(methods);
    if (!isPage) throw notFound('Not found.');
    // Search engines must not index rooms and review links.
    if (/^\/(codeshare\/|review$)/.test(path)) void reply.header('x-robots-tag', 'noindex');
    if (!path.startsWith('/codeshare/')) return sendPage(request, reply, 'index.html');
    if (!wantsPreview(request)) return reply.sendFile(codeshare);
    const [, roomCode = ''] = LINK.exec(path) ?? [];
    const company = await source.findInvitingCompany(networkOf(request.ip), roomCodeIn(roomCode));
    return sendWithPreview(reply, codeshare, company === null ? PRODUCT_PREVIEW : inviteFrom(company));
  });
}

function serveFiles(app: App, folder: string): PromiseLike<unknown> {
  return app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    // Dot folders hold data of the build.
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => {
      const plain = path.replace(COMPRESSED, '');
      const file = relative(folder, plain).replaceAll('\\', '/');
      void reply.header('cache-control', IMMUTABLE.test(file) ? FOREVER : 'no-cache');
      if (isPartOfPage(file)) for (const name of PAGE_HEADERS) reply.removeHeader(name);
      if (ISOLATED_FRAME.test(file)) isolate(reply, file, plain);
    },
  });
}

/** The headers of frames by path; their names have the hash of their content. */
const framesRead = new Map<string, Record<string, string>>();

/** Replaces the headers of pages by those of an isolated frame, which this origin may embed. */
function isolate(reply: Pick<FastifyReply, 'header' | 'removeHeader'>, file: string, path: string): void {
  const headers = framesRead.get(path) ?? frameHeaders(file, readFileSync(path, 'utf8'));
  framesRead.set(path, headers);
  for (const [name, value] of Object.entries(headers)) void reply.header(name, value);
  for (const name of ['x-frame-options', 'reporting-endpoints', 'origin-agent-cluster']) reply.removeHeader(name);
}
