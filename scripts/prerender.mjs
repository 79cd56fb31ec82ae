// Writes the landing page into the built web app, with its styles in the head, so that it paints before any script
// runs. Takes the folder of the built app and the module that renders the page.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [dist = '', renderer = ''] = process.argv.slice(2);
const TITLE = 'Code Interview Platform: live technical interviews in one shared editor';
const SOURCES = ['index.html', 'src/routes/index.tsx?tsr-split=component'];

const { renderLanding } = await import(pathToFileURL(renderer).href);
/** @type {Record<string, { file: string, css?: string[], imports?: string[] }>} */
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
writeFileSync(
  join(dist, 'landing.html'),
  landing(readFileSync(join(dist, 'index.html'), 'utf8'), await renderLanding()),
);

/**
 * @param {string} page
 * @param {string} rendered
 */
function landing(page, rendered) {
  const { scripts, styles } = assets();
  // Joy's styles come first, as they do in the running app, so that the product's own win. The mark keeps Emotion from
  // moving them behind.
  /** @type {string[]} */
  const joy = [];
  const body = rendered.replaceAll(/<style data-emotion="([^"]*)">(.*?)<\/style>/gs, (_all, name, css) => {
    joy.push(`<style data-emotion="${name}" data-s="">${css}</style>`);
    return '';
  });
  const own = withDarkScheme(styles.map((file) => readFileSync(join(dist, file), 'utf8')).join(''));
  const preloads = scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  const head = [...joy, `<style>${own}</style>`, ...preloads].join('\n    ');
  return page
    .replace(/<title>.*?<\/title>/, `<title>${TITLE}</title>`)
    .replaceAll(/ *<link rel="(?:stylesheet|modulepreload)"[^>]*>\n?/g, '')
    .replace(/ *<noscript>.*?<\/noscript>\n?/s, '')
    .replace('</head>', () => `  ${head}\n  </head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`);
}

/**
 * A script names the scheme before the first paint; where none runs, the system's holds.
 * @param {string} css
 */
function withDarkScheme(css) {
  const dark = css.match(/(?<=\[data-joy-color-scheme=["']?dark["']?\])\{[^}]*\}/g) ?? [];
  if (dark.length === 0) throw new Error('The styles have no dark scheme');
  const rules = dark.map((body) => `:root:not([data-joy-color-scheme])${body}`).join('');
  return `${css}@media (prefers-color-scheme:dark){${rules}}`;
}

/** What the page loads before it runs, and its style sheets, in the order of the imports. */
function assets() {
  const [scripts, styles] = [new Set(), new Set()];
  const seen = new Set();
  /** @param {string} source */
  const visit = (source) => {
    const chunk = manifest[source];
    if (!chunk || seen.has(source)) return;
    seen.add(source);
    for (const each of chunk.imports ?? []) visit(each);
    for (const file of chunk.css ?? []) styles.add(file);
    scripts.add(chunk.file);
  };
  for (const source of SOURCES) visit(source);
  return { scripts: [...scripts], styles: [...styles] };
}
