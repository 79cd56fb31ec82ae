import type { PackageAsset } from '../src/features/runs/sandbox/run-assets.ts';

/** A file of a runtime before the build: its name for the worker, and its content. */
export interface AssetSource {
  name: string;
  read(): Promise<Buffer>;
}

/** The sources of a language: the script of its worker, and the files that it starts from. */
export interface RuntimeSource {
  language: string;
  /** Path of the worker's script. */
  worker: string;
  files: AssetSource[];
  /** Packages that programs can name. */
  offered?: () => Promise<PackageSource[]>;
}

/** A package before the build; `name` of the file is for the worker. */
export interface PackageSource extends AssetSource, Pick<PackageAsset, 'version' | 'provides' | 'depends' | 'lock'> {
  package: string;
}
