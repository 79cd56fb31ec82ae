import { transform } from 'sucrase';
import type { Compiled, Compiler, LoopGuard } from '../project/room-modules.ts';
import { guardLoops, installLoopCheck } from './loops.ts';
import { readModules } from './syntax.ts';

const TYPED = /\.[cm]?tsx?$/;
const MARKUP = /\.[jt]sx$/;

/**
 * Returns a file as a CommonJS module on the same lines. A file that is one already stays as it is. Markup needs no
 * ending of its own, because the first file of a room has none. Throws if its syntax is wrong.
 */
export function compileFile(name: string, code: string): Compiled {
  const isMarkup = MARKUP.test(name);
  try {
    return compile(name, code, isMarkup);
  } catch (error) {
    if (isMarkup) throw error;
    try {
      return compile(name, code, true);
    } catch {
      throw error;
    }
  }
}

function compile(name: string, code: string, isMarkup: boolean): Compiled {
  const isTyped = TYPED.test(name);
  const given = isTyped || isMarkup ? null : readModules(code);
  if (given && !given.isModule && given.uses.every(({ kind }) => kind === 'require'))
    return { code, isMoved: false, modules: given };
  const transforms = [
    'imports' as const,
    ...(isTyped ? ['typescript' as const] : []),
    ...(isMarkup ? ['jsx' as const] : []),
  ];
  const options = { jsxRuntime: 'automatic', production: true, disableESTransforms: true } as const;
  const text = transform(code, { transforms, ...options }).code;
  return { code: text, isMoved: true, modules: readModules(text) };
}

/** The compiler for the worker of JavaScript, and the guard of loops for pages, as modules. */
export const modules = (): { 'js/project': Compiler; 'js/loops': LoopGuard } => ({
  'js/project': compileFile,
  'js/loops': { guardLoops, installLoopCheck },
});
