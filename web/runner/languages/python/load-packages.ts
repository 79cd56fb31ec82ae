import type { loadPyodide } from 'pyodide';
import type { JobPackages } from '../../messages.ts';
import { serveFiles } from '../../worker/served-files.ts';

type Python = Awaited<ReturnType<typeof loadPyodide>>;
/** The part of Pyodide's own interface that holds its list of packages. */
interface Internals {
  _api: { lockfile_packages: Record<string, object> };
}

/** Installs the packages that came with a program. The page fetched them, and the build compared their hashes. */
export async function loadPackages(python: Python, packages: JobPackages | undefined): Promise<void> {
  const { files = [], lock = {} } = packages ?? {};
  if (files.length === 0) return;
  const blobs = Object.fromEntries(files.map(({ name, data }) => [name, new Blob([data])]));
  const stopServing = serveFiles({ modules: {}, blobs });
  const problems: string[] = [];
  try {
    Object.assign((python as unknown as Internals)._api.lockfile_packages, lock);
    await python.loadPackage(Object.keys(lock), {
      checkIntegrity: false,
      messageCallback: () => undefined,
      errorCallback: (problem) => problems.push(problem),
    });
  } finally {
    stopServing();
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
