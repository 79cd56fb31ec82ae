import { createHash } from 'node:crypto';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { buildAlone } from './build-alone.ts';

/** The address of the page from which the app makes the file of a playback (screens/playback/save-playback.ts). */
const PAGE_URL = 'playback-file.html';

/**
 * Builds `src/playback-file/` into one page without other files, into which the app writes a recording. Its policy
 * allows nothing but its own script and styles, so that code in a recording stays text and no request leaves the page.
 */
export const playbackFile: Plugin = {
  name: 'playback-file',
  apply: 'build',
  async generateBundle() {
    if (this.environment.name !== 'client') return;
    const lib = { name: 'playback', cssFileName: 'style' };
    const { code, styles } = await buildAlone('playback-file/main.tsx', lib, {
      plugins: [react()],
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      build: { cssCodeSplit: false },
    });
    if (styles === undefined) throw new Error('src/playback-file/main.tsx has no styles');
    this.emitFile({ type: 'asset', fileName: PAGE_URL, source: pageOf(code, styles) });
  },
};

function pageOf(code: string, styles: string): string {
  // An end tag in a string of the script would end its element.
  const script = code.replaceAll('</script', '<\\/script');
  const policy = [
    "default-src 'none'",
    `script-src ${sourceOf(script)}`,
    `style-src ${sourceOf(styles)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Playback</title>
<style>${styles}</style>
</head>
<body>
<div id="root"><noscript>This playback needs a browser with JavaScript.</noscript></div>
<script type="text/plain" id="recording"></script>
<script>${script}</script>
</body>
</html>
`;
}

const sourceOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
