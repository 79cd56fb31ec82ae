import type { RunFile } from '@cip/contracts/runs/runs';
import { fullName } from '../languages/javascript/project/resolve-file.ts';
import { missingFile } from './room-pictures.ts';
import type { RoomPictures } from './room-pictures.ts';
import { runScriptAt } from './run-script.ts';

/** A script of a page: a module of the room, or a text as a browser runs it, once it has an address. */
export type PageScript = { module: RunFile } | (RunFile & { run: (url: string) => Promise<void> });

const CLASSIC = /^(?:text|application)\/javascript$|^$/;
const MODULE = /^module$|^text\/(?:babel|typescript|jsx)$/;
const MODULE_SYNTAX = /^\s*(?:import|export)\b|\brequire\s*\(/m;

interface PlaceTools {
  report: (text: string) => void;
  pictures: RoomPictures;
}

/** Shows a page of the room in this document. Returns its scripts in the order in which a browser runs them. */
export function placePage(page: RunFile, files: readonly RunFile[], { report, pictures }: PlaceTools): PageScript[] {
  const parsed = new DOMParser().parseFromString(page.content, 'text/html');
  const find = (path: string) => {
    const name = fullName(path.replace(/[?#].*$/s, ''), page.name);
    return files.find((file) => file.name === name);
  };
  for (const style of parsed.querySelectorAll('style'))
    style.textContent = pictures.inStyle(style.textContent, page.name);
  for (const link of parsed.querySelectorAll('link[rel~="stylesheet"]')) placeStyle(link, find, { report, pictures });
  for (const image of parsed.images) placeImage(image, pictures);
  const scripts = [...parsed.scripts];
  installWrite();
  copyAttributes(parsed.documentElement, document.documentElement);
  copyAttributes(parsed.body, document.body);
  document.head.replaceChildren(...parsed.head.childNodes);
  document.body.replaceChildren(...parsed.body.childNodes);
  const read = new ScriptReader(page, find, report);
  const all = scripts.flatMap((script) => read.scriptOf(script) ?? []);
  // Modules wait for the end of the page.
  return [...all.filter((script) => 'run' in script), ...all.filter((script) => 'module' in script)];
}

type Find = (path: string) => RunFile | undefined;

function placeImage(image: HTMLImageElement, pictures: RoomPictures): void {
  const address = pictures.addressOf(image.getAttribute('src') ?? '');
  if (address !== null) image.src = address;
}

function placeStyle(link: Element, find: Find, { report, pictures }: PlaceTools): void {
  const path = link.getAttribute('href') ?? '';
  const file = find(path);
  if (file === undefined) return isElsewhere(path) ? undefined : report(missingFile(path));
  const style = document.createElement('style');
  style.textContent = pictures.inStyle(file.content, file.name);
  link.replaceWith(style);
}

class ScriptReader {
  readonly #page: RunFile;
  readonly #find: Find;
  readonly #report: (text: string) => void;
  /** Where the scripts before this one end in the page's text. */
  #position = 0;
  #modules = 0;

  constructor(page: RunFile, find: Find, report: (text: string) => void) {
    this.#page = page;
    this.#find = find;
    this.#report = report;
  }

  /** Returns a script; undefined if it is data, or a file that the room does not have. */
  scriptOf(script: HTMLScriptElement): PageScript | undefined {
    const type = script.type.trim().toLowerCase();
    if ((!CLASSIC.test(type) || script.noModule) && !MODULE.test(type)) return undefined;
    const path = script.getAttribute('src');
    if (path === null) return this.#inline(script, MODULE.test(type));
    const file = this.#find(path);
    if (file === undefined) return this.#unknown(script, path);
    const isPlain = /\.c?js$/.test(file.name) && !MODULE_SYNTAX.test(file.content);
    if (MODULE.test(type) || !isPlain) return { module: file };
    return { ...file, run: (url) => runScriptAt(url, script) };
  }

  #unknown(script: HTMLScriptElement, path: string): PageScript | undefined {
    // The browser refuses an address outside of the room, and names it.
    if (isElsewhere(path)) return { name: path, content: '', run: () => runScriptAt(path, script) };
    this.#report(missingFile(path));
    return undefined;
  }

  #inline(script: HTMLScriptElement, isModule: boolean): PageScript {
    const text = script.text;
    const { name, content } = this.#page;
    const start = Math.max(0, content.indexOf(text, this.#position));
    this.#position = start + text.length;
    // On the lines of the page, which errors name.
    const placed = '\n'.repeat(content.slice(0, start).split('\n').length - 1) + text;
    if (!isModule) return { name, content: placed, run: (url) => runScriptAt(url, script) };
    this.#modules++;
    return { module: { name: this.#modules === 1 ? name : `${name} (${this.#modules})`, content: placed } };
  }
}

/** Lets scripts write at their place. The browser's own would begin a new document, because this one is complete. */
function installWrite(): void {
  const write = (...texts: string[]) => {
    const { currentScript } = document;
    if (currentScript) currentScript.insertAdjacentHTML('beforebegin', texts.join(''));
    else document.body.insertAdjacentHTML('beforeend', texts.join(''));
  };
  Object.assign(document, { write, writeln: (...texts: string[]) => write(...texts, '\n') });
}

function copyAttributes(from: Element, to: Element): void {
  for (const { name, value } of from.attributes) to.setAttribute(name, value);
}

/** Whether a path names another host, or data. */
function isElsewhere(path: string): boolean {
  return /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(path);
}
