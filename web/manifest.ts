import type { ManifestOptions } from 'vite-plugin-pwa';
import { LANGUAGES } from './src/features/documents/editor/languages/languages.ts';
import { SHARE_PATH } from './src/shared/share-path.ts';

const icon = (name: string, size: number, purpose: 'any' | 'maskable' | 'monochrome') => ({
  src: `/icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** File extensions of every language, which the system's share sheet may share. */
const ENDINGS = [...new Set(LANGUAGES.map(({ extension }) => `.${extension}`))];

/** The web app manifest. `npm run shots -- app` renders its screenshots. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Code Interview Platform',
  short_name: 'Code Interviews',
  description: 'Live technical coding interviews: one link, one shared editor, nothing to install.',
  lang: 'en',
  dir: 'ltr',
  categories: ['business', 'developer', 'productivity'],
  start_url: '/dashboard',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  theme_color: '#fbfaf7',
  background_color: '#fbfaf7',
  // A link to an interview opens in a new window, so that it never replaces an open room.
  launch_handler: { client_mode: ['navigate-new', 'auto'] },
  icons: [
    icon('any', 192, 'any'),
    icon('any', 512, 'any'),
    icon('maskable', 192, 'maskable'),
    icon('maskable', 512, 'maskable'),
    icon('monochrome', 512, 'monochrome'),
  ],
  screenshots: [
    {
      src: '/screenshots/wide-room.png',
      sizes: '1280x800',
      type: 'image/png',
      form_factor: 'wide',
      label: 'The interviewer’s room',
    },
    {
      src: '/screenshots/wide-dashboard.png',
      sizes: '1280x800',
      type: 'image/png',
      form_factor: 'wide',
      label: 'The dashboard',
    },
    {
      src: '/screenshots/narrow-room.png',
      sizes: '780x1688',
      type: 'image/png',
      form_factor: 'narrow',
      label: 'The room on a phone',
    },
    {
      src: '/screenshots/narrow-sessions.png',
      sizes: '780x1688',
      type: 'image/png',
      form_factor: 'narrow',
      label: 'Interviews on a phone',
    },
  ],
  shortcuts: [
    {
      name: 'Start interview',
      url: '/editor',
      icons: [{ src: '/icons/any-192.png', sizes: '192x192', type: 'image/png' }],
    },
    {
      name: 'Sessions',
      url: '/sessions',
      icons: [{ src: '/icons/any-192.png', sizes: '192x192', type: 'image/png' }],
    },
  ],
  share_target: {
    action: SHARE_PATH,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      title: 'title',
      text: 'text',
      url: 'url',
      files: [
        { name: 'file', accept: ['text/*', 'application/json', 'application/xml', 'application/sql', ...ENDINGS] },
      ],
    },
  },
};
