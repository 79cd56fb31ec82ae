import { crc32 } from 'node:zlib';
import { commands } from '@yowasp/clang';

/** A wheel, and the name of its file. */
export interface Wheel {
  file: string;
  content: Buffer;
}

/** Returns a wheel of Python alone: a package that prices a basket. */
export function pureWheel(): Wheel {
  const code = 'def total(*prices): return sum(prices)\n';
  return wheel('minishop', '1.0', 'py3-none-any', { 'minishop/__init__.py': Buffer.from(code) });
}

/** Resolves to a wheel with two modules in C, each with a function `twice`. It needs `minishop`. */
export async function binaryWheel(): Promise<Wheel> {
  const files: Record<string, Buffer> = {};
  for (const [name, factor] of [
    ['tinyone', 2],
    ['tinytwo', 3],
  ] as const)
    files[`${name}.cpython-314-wasm32-emscripten.so`] = await compiled(name, factor);
  return wheel('tinyext', '1.1', 'cp314-cp314-pyemscripten_2026_0_wasm32', files, 'Requires-Dist: minishop\n');
}

function wheel(name: string, version: string, tag: string, files: Record<string, Buffer>, more = ''): Wheel {
  const info = `${name}-${version}.dist-info`;
  const own = {
    [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n${more}`,
    [`${info}/WHEEL`]: `Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: ${tag}\n`,
  };
  const record = [...Object.keys(files), ...Object.keys(own), `${info}/RECORD`].map((path) => `${path},,\n`).join('');
  const texts = Object.entries({ ...own, [`${info}/RECORD`]: record });
  const all = [...Object.entries(files), ...texts.map(([path, text]) => [path, Buffer.from(text)] as const)];
  return { file: `${name}-${version}-${tag}.whl`, content: zip(all) };
}

/** Returns an archive whose files are stored without compression. */
function zip(files: readonly (readonly [string, Buffer])[]): Buffer {
  const [locals, centrals]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [path, content] of files) {
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x21, 8);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(content.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(path.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    locals.push(Buffer.from('PK\x03\x04'), fields, Buffer.from(path), content);
    centrals.push(Buffer.from('PK\x01\x02\x14\x00'), fields, place, Buffer.from(path));
    offset += 30 + path.length + content.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end]);
}

/** Compiles a module whose function `twice` multiplies by `factor`, without the headers of Python. */
async function compiled(name: string, factor: number): Promise<Buffer> {
  const code = `
typedef int Py_ssize_t; typedef struct _object PyObject;
typedef PyObject *(*PyCFunction)(PyObject *, PyObject *);
typedef struct { const char *ml_name; PyCFunction ml_meth; int ml_flags; const char *ml_doc; } PyMethodDef;
typedef struct { Py_ssize_t ob_refcnt; void *ob_type; } Base;
typedef struct { Base ob_base; PyObject *(*m_init)(void); Py_ssize_t m_index; PyObject *m_copy; } PyModuleDef_Base;
typedef struct { PyModuleDef_Base m_base; const char *m_name; const char *m_doc; Py_ssize_t m_size;
  PyMethodDef *m_methods; void *m_slots; void *m_traverse; void *m_clear; void *m_free; } PyModuleDef;
PyObject *PyModule_Create2(PyModuleDef *, int); PyObject *PyLong_FromLong(long); long PyLong_AsLong(PyObject *);
static PyObject *twice(PyObject *self, PyObject *arg) { return PyLong_FromLong(PyLong_AsLong(arg) * ${factor}); }
static PyMethodDef methods[] = { { "twice", twice, 8, "doc" }, { 0, 0, 0, 0 } };
static PyModuleDef def = { { { 1, 0 }, 0, 0, 0 }, "${name}", "doc", -1, methods, 0, 0, 0, 0 };
__attribute__((visibility("default"))) PyObject *PyInit_${name}(void) { return PyModule_Create2(&def, 1013); }`;
  const quiet = { stdout: () => undefined, stderr: () => undefined, fetchProgress: () => undefined };
  const target = ['--target=wasm32-unknown-emscripten', '-fPIC', '-O1', '-nostdinc'];
  const built = await commands.clang([...target, '-c', 'm.c', '-o', 'm.o'], { 'm.c': code }, quiet);
  const exported = [`--export=PyInit_${name}`, '--unresolved-symbols=import-dynamic', '-Bsymbolic'];
  const linking = ['-shared', '--experimental-pic', '--no-entry', ...exported, 'm.o', '-o', 'm.so'];
  const linked = await commands['wasm-ld'](linking, { 'm.o': built?.['m.o'] ?? '' }, quiet);
  const library = linked?.['m.so'];
  if (!(library instanceof Uint8Array)) throw new Error(`${name} was not compiled`);
  return Buffer.from(library);
}
