import { transform } from 'sucrase';
import { servePrograms } from '../worker/serve-programs.ts';
import type { Host } from '../worker/serve-programs.ts';
import { compileFile } from './javascript/more/project.ts';
import { readModules } from './javascript/more/syntax.ts';
import { runProject, runScript } from './javascript/run-script.ts';

const FILE = 'main.ts';

servePrograms(() => ({ code, files, tests }, host) => {
  if (files) return runProject({ files, tests }, host, compileFile);
  const script = withoutTypes(code, host);
  return script === null ? undefined : runScript(script, FILE, host, readModules);
});

/** Returns the program without its types, on the same lines; null if its syntax is wrong, which ends the program. */
function withoutTypes(code: string, { output, end }: Host): string | null {
  try {
    return transform(code, { transforms: ['typescript'], disableESTransforms: true }).code;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const [, message = text, line, column] = /^(?:Error transforming [^:]*: )?(.*) \((\d+):(\d+)\)$/s.exec(text) ?? [];
    output.write('err', `SyntaxError: ${message}\n    at ${FILE}:${line ?? 1}:${column ?? 1}\n`);
    const position = {
      line: line === undefined ? null : Number(line),
      column: column === undefined ? null : Number(column),
    };
    end({ exitCode: 1, error: { name: 'SyntaxError', message, ...position } });
    return null;
  }
}
