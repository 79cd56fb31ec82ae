import type { FastifyRequest } from 'fastify';

/** The preview of a link in chats and social networks. */
export interface LinkPreview {
  title: string;
  description: string;
}

/** The preview of the product; also of a link if it leads to no open interview. */
export const PRODUCT_PREVIEW: LinkPreview = {
  title: 'Code Interview Platform: live technical interviews in one shared editor',
  description: 'Live technical coding interviews: one link, one shared editor, nothing to install.',
};

/** The picture of every preview, in the web app's public folder, and its size in pixels. */
const PICTURE = { path: '/preview.png', width: 1200, height: 630 };

/** Returns the preview of an open interview's link. */
export function inviteFrom(company: string): LinkPreview {
  return {
    title: `${company} invites you to a coding interview`,
    description: 'Open the link, type your name, and write code together. No account, nothing to install.',
  };
}

/**
 * Returns whether a page is requested for its preview. Browsers name the mode of every request (Fetch Metadata), so
 * they get the unchanged page and cost no query.
 */
export function wantsPreview({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  if (headers['sec-fetch-mode'] !== undefined) return false;
  return headers.accept === undefined || /text\/(html|\*)|\*\/\*/.test(headers.accept);
}

/** Returns a page with a preview in its head. `origin` makes the addresses absolute, which previews require. */
export function withPreview(page: string, { title, description }: LinkPreview, origin: string): string {
  const properties = {
    'og:type': 'website',
    'og:site_name': 'Code Interview Platform',
    'og:title': title,
    'og:description': description,
    'og:image': `${origin}${PICTURE.path}`,
    'og:image:width': PICTURE.width,
    'og:image:height': PICTURE.height,
    'og:image:alt': 'Two people write one SQL query in a shared editor',
  };
  const tags = Object.entries(properties).map(
    ([property, content]) => `<meta property="${property}" content="${escapeHtml(String(content))}" />`,
  );
  const cards = ['<meta name="twitter:card" content="summary_large_image" />'];
  return page.replace('</head>', () => `${[...tags, ...cards].join('\n')}\n</head>`);
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Returns text for an attribute or the content of an element. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
