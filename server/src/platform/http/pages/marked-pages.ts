import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { SignInOptions } from '@cip/contracts/accounts/single-sign-on';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from './link-preview.ts';

interface MarkedPage {
  modifiedMs: number;
  html: string;
  brotli: Buffer;
}

/** Sends a page of the web app with the ways to sign in in its head, so that the first paint knows them. */
export type SendMarked = (request: FastifyRequest, reply: FastifyReply, file: string) => FastifyReply;

/** Creates the function that sends marked pages of a folder; they are compressed once, and again when they change. */
export function markedPages(folder: string, options: SignInOptions): SendMarked {
  const pages = new Map<string, MarkedPage>();
  const tag = `<meta name="sign-in" content="${escapeHtml(JSON.stringify(options))}" />`;
  const read = (file: string): MarkedPage => {
    const path = join(folder, file);
    const modifiedMs = statSync(path).mtimeMs;
    const known = pages.get(file);
    if (known?.modifiedMs === modifiedMs) return known;
    const html = readFileSync(path, 'utf8').replace('</head>', () => `${tag}\n</head>`);
    const page = { modifiedMs, html, brotli: brotliCompressSync(html) };
    pages.set(file, page);
    return page;
  };
  return (request, reply, file) => {
    const { html, brotli } = read(file);
    void reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').type('text/html; charset=utf-8');
    if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(html);
    return reply.header('content-encoding', 'br').send(brotli);
  };
}
