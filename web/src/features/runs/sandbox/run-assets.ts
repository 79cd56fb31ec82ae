import type { PackageVersion } from '@cip/contracts/runs/runs';

/** A file of a runtime: its address, its size and the size of its download (bytes). */
export interface RunAsset {
  name: string;
  url: string;
  bytes: number;
  download: number;
}

/** The file of a package, which is fetched for programs that name it. */
export interface PackageAsset extends RunAsset {
  version: string;
  /** The names by which programs ask for it, such as modules. */
  provides: string[];
  /** The packages that it needs. */
  depends: string[];
  /** The entry of Pyodide's list of packages, for one of Python. */
  lock?: object;
}

/** The files of a language's runtime; `script` is the worker that executes programs. */
export interface RuntimeAssets {
  script: RunAsset;
  files: RunAsset[];
  /** The packages that its programs can name. */
  offered?: Readonly<Record<string, PackageAsset>>;
  /** The packages in it, if programs need it besides their runtime. */
  packages?: PackageVersion[];
}

/** The document of the isolated frame. The build replaces this and the list below (web/run-assets/plugin.ts). */
export const FRAME_URL: string = '/run/frame.html';
/** The document of previews. */
export const PREVIEW_URL: string = '/run/preview.html';
/** The files of every runtime by language. */
export const RUN_ASSETS: Readonly<Record<string, RuntimeAssets>> = {};
