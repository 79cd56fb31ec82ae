import type { Python } from './python-in-tests.ts';

const FORGET = `
os.chdir('/')
while '/room' in sys.path: sys.path.remove('/room')
for name, module in [*sys.modules.items()]:
    if str(getattr(module, '__file__', None)).startswith('/room/'): del sys.modules[name]
sys.path_importer_cache.clear()
__import__('shutil').rmtree('/room', ignore_errors=True)
`;

/** Forgets the files of the previous test; in browsers each program has a Python of its own. */
export function forgetFiles(python: Python): void {
  python.runPython(FORGET);
}
