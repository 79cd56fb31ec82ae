import { languages } from 'monaco-editor/editor';

type Monarch = languages.IMonarchLanguage;

const KEYWORDS = `False None True and as assert async await break case class continue def del elif else except finally
  for from global if import in is lambda match nonlocal not or pass raise return try while with yield`.split(/\s+/);

/** Loads Monaco's Python; its keywords without names such as `print` and `self`, which CodeMirror does not mark. */
export async function loadPython(): Promise<Monarch> {
  // @ts-expect-error -- has no types
  const { language } = (await import('monaco-editor/languages/definitions/python/python')) as { language: Monarch };
  return { ...language, keywords: KEYWORDS };
}

/** Replaces Monaco's own Python; it is loaded on first use. */
export function registerPython(): void {
  languages.registerTokensProviderFactory('python', { create: loadPython });
}
