import type { RunFile } from '@cip/contracts/runs/runs';
import { fullName } from '../languages/javascript/project/resolve-file.ts';

const PICTURE = /\.svg$/i;
/** What a page can show as an image, for who names a file that there is not. */
const POSSIBLE = 'Images are .svg files of this room or data: addresses.';
const IMAGE = /\.(?:apng|avif|bmp|gif|ico|jpe?g|png|svg|webp)$/i;
const CSS_URL = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^"'()\s]+))\s*\)/gi;

const { setAttribute, getAttribute } = Element.prototype;

/** The pictures among the files of a room. */
export class RoomPictures {
  readonly #files: readonly RunFile[];
  /** The page that the program starts from; empty if there is none. */
  readonly #page: string;

  constructor(files: readonly RunFile[], page = '') {
    this.#files = files;
    this.#page = page;
  }

  /** Returns the address of the picture that a path means in a file; null if it is none of the room's. */
  addressOf(path: string, from = this.#page): string | null {
    const name = fullName(path.replace(/[?#].*$/s, ''), from);
    const file = PICTURE.test(name) && this.#files.find((one) => one.name === name);
    return file ? pictureAddress(file.content) : null;
  }

  /** Returns a style sheet of a file with the addresses of its pictures. */
  inStyle(css: string, from: string): string {
    return css.replace(CSS_URL, (whole, ...paths: (string | undefined)[]) => {
      const address = this.addressOf(paths.slice(0, 3).find((path) => path !== undefined) ?? '', from);
      return address === null ? whole : `url("${address}")`;
    });
  }

  /** Shows the pictures that images of the page name, now and later. */
  show(): void {
    if (!this.#files.some(({ name }) => PICTURE.test(name))) return;
    const look = () => {
      for (const image of document.querySelectorAll('img[src]')) {
        const address = this.addressOf(getAttribute.call(image, 'src') ?? '');
        if (address !== null) setAttribute.call(image, 'src', address);
      }
    };
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['src'],
    });
    look();
  }

  /** Returns why the policy of the page has refused an address, as a line; empty if it is that of a picture. */
  reasonOf(address: string, directive: string): string {
    const path = pathInRoom(address);
    if (path === null || !directive.startsWith('img-src'))
      return `${address} is blocked (${directive}): a preview has no network.\n`;
    return this.addressOf(path) === null ? missingFile(path) : '';
  }
}

/** Returns the address of a picture with this text. */
export function pictureAddress(text: string): string {
  return `data:image/svg+xml,${encodeURIComponent(text.toWellFormed())}`;
}

/** Returns the line about a path that is no file of the room. */
export function missingFile(path: string): string {
  return `${path} is not a file of this room.${IMAGE.test(path) ? ` ${POSSIBLE}` : ''}\n`;
}

/** Returns the path that a program wrote for an address of this frame's server; null if it is of another one. */
function pathInRoom(address: string): string | null {
  const { origin, pathname } = new URL('.', location.href);
  if (!address.startsWith(`${origin}/`)) return null;
  const path = decodeURI(address.slice(origin.length));
  return path.startsWith(pathname) ? path.slice(pathname.length) : path.slice(1);
}
