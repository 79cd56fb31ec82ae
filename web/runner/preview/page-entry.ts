import type { RunFile } from '@cip/contracts/runs/runs';

const INDEX = /(?:^|\/)index\.html?$/i;
const PAGE = /\.html?$/i;

/** Returns the name of the page that a program starts from: its outermost `index.html`, or a first file in HTML. */
export function pageOf(files: readonly Pick<RunFile, 'name'>[]): string | null {
  const depth = ({ name }: Pick<RunFile, 'name'>) => name.split('/').length;
  const [index] = files.filter(({ name }) => INDEX.test(name)).toSorted((one, other) => depth(one) - depth(other));
  const [first] = files;
  return index?.name ?? (first && PAGE.test(first.name) ? first.name : null);
}
