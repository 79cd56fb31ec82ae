/** The module `path` for paths with slashes. */
export const pathModule = {
  sep: '/',
  delimiter: ':',
  basename(path: string, end = ''): string {
    const name = path.replace(/\/+$/, '').split('/').at(-1) ?? '';
    return end !== '' && name !== end && name.endsWith(end) ? name.slice(0, -end.length) : name;
  },
  dirname(path: string): string {
    const folder = path.replace(/\/+$/, '').replace(/\/*[^/]*$/, '');
    return folder === '' ? (path.startsWith('/') ? '/' : '.') : folder;
  },
  extname(path: string): string {
    return /[^./](\.[^./]*)$/.exec(pathModule.basename(path))?.[1] ?? '';
  },
  isAbsolute: (path: string) => path.startsWith('/'),
  normalize(path: string): string {
    if (path === '') return '.';
    const isAbsolute = path.startsWith('/');
    const parts: string[] = [];
    for (const part of path.split('/')) {
      if (part === '' || part === '.') continue;
      if (part !== '..' || (parts.length === 0 && !isAbsolute) || parts.at(-1) === '..') parts.push(part);
      else parts.pop();
    }
    const text = parts.join('/') + (path.endsWith('/') && parts.length > 0 ? '/' : '');
    return isAbsolute ? `/${text}` : text || (path.endsWith('/') ? './' : '.');
  },
  join: (...parts: string[]) => pathModule.normalize(parts.filter((part) => part !== '').join('/')),
  resolve(...parts: string[]): string {
    const last = parts.findLastIndex((part) => part.startsWith('/'));
    const path = pathModule.normalize(['/', ...parts.slice(Math.max(0, last))].join('/'));
    return path.length > 1 ? path.replace(/\/$/, '') : path;
  },
  relative(from: string, to: string): string {
    const [start, end] = [from, to].map((path) => pathModule.resolve(path).split('/').filter(Boolean)) as [
      string[],
      string[],
    ];
    const same = start.findIndex((part, index) => part !== end[index]);
    const shared = same < 0 ? start.length : same;
    return [...start.slice(shared).map(() => '..'), ...end.slice(shared)].join('/');
  },
  parse(path: string) {
    const [base, ext] = [pathModule.basename(path), pathModule.extname(path)];
    const root = path.startsWith('/') ? '/' : '';
    const dir = path.includes('/') ? pathModule.dirname(path) : '';
    return { root, dir, base, ext, name: ext === '' ? base : base.slice(0, -ext.length) };
  },
  format: ({ dir = '', root = '', base = '', name = '', ext = '' }) => {
    const folder = dir === '' ? root : dir;
    const file = base === '' ? name + ext : base;
    return folder === '' || folder === root ? folder + file : `${folder}/${file}`;
  },
};
Object.assign(pathModule, { posix: pathModule });
