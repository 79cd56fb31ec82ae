// Writes two pages into the built web app: the landing page with its styles in the head, so that it paints before the
// app's files are requested, and the page of a candidate's link, which requests all its files in parallel. Arguments:
// the folder of the built app and the module that renders both pages.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CANDIDATE_ROOM, CODEMIRROR_PANE, ENTRY, JOIN_CARD, LANDING, MORE_LANDING } from './web-entries.mjs';

const [dist = '', renderer = ''] = process.argv.slice(2);
const NAME = 'Code Interview Platform';
const TITLE = `${NAME}: live technical interviews in one shared editor`;
/** The script before the app, as the built page loads it (web/vite.config.ts). */
const PREJOIN = '<script src="/early-start.js"';

const { renderLanding, renderJoinCard } = await import(pathToFileURL(renderer).href);
/** @type {Record<string, { file: string, css?: string[], imports?: string[] }>} */
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
const page = readFileSync(join(dist, 'index.html'), 'utf8');
writeFileSync(join(dist, 'landing.html'), landing(await renderLanding()));
writeFileSync(join(dist, 'codeshare.html'), codeshare(await renderJoinCard()));

/**
 * Returns the page of a candidate's link: the hidden join card without names, and all files that it needs, so that none
 * waits for another file to import it. The page's first script preloads the room's files after the card's.
 * @param {string} rendered
 */
function codeshare(rendered) {
  const { scripts, styles } = assets(JOIN_CARD);
  const later = (/** @type {string[]} */ sources, /** @type {string[]} */ over) => {
    const here = assets(over).scripts;
    return assets(sources)
      .scripts.filter((file) => !here.includes(file))
      .join(' ');
  };
  const data = `data-app="${manifest[ENTRY]?.file}" data-room="${later(CANDIDATE_ROOM, JOIN_CARD)}" data-touch-editor="${later([...CANDIDATE_ROOM, CODEMIRROR_PANE], CANDIDATE_ROOM)}"`;
  const missing = [
    ...scripts.map((file) => [file, `<link rel="modulepreload" crossorigin href="/${file}">`]),
    ...styles.map((file) => [file, `<link rel="stylesheet" crossorigin href="/${file}">`]),
  ].filter(([file]) => !page.includes(`/${file}"`));
  // The app adds the manifest later (web/src/pwa/start.ts), and a phone its typefaces (web/src/prejoin/typefaces.ts).
  return page
    .replace(/<title>.*?<\/title>/, `<title>Code Share · ${NAME}</title>`)
    .replace(/<link rel="manifest"[^>]*>/, '')
    .replace(/(?=rel="preload")/, 'media="(any-pointer: fine)" ')
    .replace(
      /<script type="module" crossorigin src="([^"]*)"><\/script>/,
      '<link rel="modulepreload" crossorigin href="$1">',
    )
    .replace(PREJOIN, () => `${PREJOIN} ${data}`)
    .replace('<div id="root"></div>', () => `<div id="root" hidden>${rendered}</div>`)
    .replace('</head>', `  ${missing.map(([, link]) => link).join('\n    ')}\n  </head>`);
}

/** @param {string} rendered */
function landing(rendered) {
  const { scripts } = assets(LANDING);
  const { styles } = assets([...LANDING, MORE_LANDING]);
  const own = withDarkScheme(styles.map((file) => readFileSync(join(dist, file), 'utf8')).join(''));
  const entry = manifest[ENTRY]?.file;
  const files = [...scripts.filter((file) => file !== entry), entry].map((file) => `/${file}`).join(' ');
  return page
    .replace(/<title>.*?<\/title>/, `<title>${TITLE}</title>`)
    .replaceAll(/ *<link rel="(?:stylesheet|modulepreload)"[^>]*>\n?/g, '')
    .replace(new RegExp(` *${PREJOIN}.*\n`), '')
    .replace(/<script type="module"[^>]*>/, `<script async src="/start-after-paint.js" data-files="${files}">`)
    .replace(/ *<noscript>.*?<\/noscript>\n?/s, '')
    .replace('</head>', () => `  <style>${own}</style>\n  </head>`)
    .replace('<div id="root"></div>', () => `<div id="root" data-written>${rendered}</div>`);
}

/**
 * Adds the dark scheme for browsers without scripts; otherwise a script sets the scheme before the first paint.
 * @param {string} css
 */
function withDarkScheme(css) {
  const dark = css.match(/(?<=\[data-joy-color-scheme=["']?dark["']?\])\{[^}]*\}/g) ?? [];
  if (dark.length === 0) throw new Error('The styles have no dark scheme');
  const rules = dark.map((body) => `:root:not([data-joy-color-scheme])${body}`).join('');
  return `${css}@media (prefers-color-scheme:dark){${rules}}`;
}

/**
 * Returns the scripts and style sheets that a page loads before it runs, in the order of their imports.
 * @param {string[]} sources
 */
function assets(sources) {
  const [scripts, styles] = [new Set(), new Set()];
  const seen = new Set();
  /** @param {string} source */
  const visit = (source) => {
    const chunk = manifest[source];
    if (!chunk) throw new Error(`The build has no chunk for ${source}`);
    if (seen.has(source)) return;
    seen.add(source);
    for (const each of chunk.imports ?? []) visit(each);
    for (const file of chunk.css ?? []) styles.add(file);
    scripts.add(chunk.file);
  };
  for (const source of sources) visit(source);
  return { scripts: [...scripts], styles: [...styles] };
}
