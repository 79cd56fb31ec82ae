import type * as Monaco from 'monaco-editor/editor';

interface NodeModule {
  registerHooks(hooks: {
    load: (url: string, context: object, next: (url: string, context: object) => object) => object;
  }): void;
}

/** Loads Monaco in tests as the app does, without style sheets and with stubs of the browser features jsdom misses. */
export async function loadMonaco(): Promise<typeof Monaco> {
  const { process } = globalThis as unknown as { process: { getBuiltinModule(name: string): NodeModule } };
  process.getBuiltinModule('node:module').registerHooks({
    load: (url, context, next) =>
      url.endsWith('.css') ? { format: 'module', source: '', shortCircuit: true } : next(url, context),
  });
  window.matchMedia ??= () =>
    ({ matches: false, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
  globalThis.CSS ??= { escape: (name: string) => name } as unknown as typeof CSS;
  const monaco = await import('monaco-editor/editor');
  await import('monaco-editor/languages/definitions/register.all');
  await import('./monaco-empty-lines.ts');
  return monaco;
}
