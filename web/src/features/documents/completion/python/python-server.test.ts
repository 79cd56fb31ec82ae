// A type checker starts for it, which takes seven seconds of the processor.
// @module-tag long
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Completions, Hover, SignatureHelp } from './protocol.ts';
import { PythonThread } from './python-in-node.ts';
import { PythonServer } from './python-server.ts';

const SHOP = `class Cart:
    """A cart of things."""
    def total(self, tax: float = 0) -> int:
        """The sum in cents."""
        return 3
`;

const texts = new Map<string, string>();
let server: PythonServer;
beforeAll(async () => {
  vi.stubGlobal('Worker', PythonThread);
  texts.set('main.py', '').set('shop.py', SHOP);
  server = new PythonServer(() => ({ shown: 'main.py', texts }));
  await server.started;
}, 120_000);
afterAll(() => {
  server.end();
  vi.unstubAllGlobals();
});

/** Asks about the place of `|` in the first file. */
async function ask<T>(method: string, marked: string): Promise<T | null> {
  const [before = ''] = marked.split('|');
  texts.set('main.py', marked.replace('|', ''));
  const lines = before.split('\n');
  return server.ask<T>(`textDocument/${method}`, { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 });
}

/** Returns the public names that complete the code at `|`. */
async function names(marked: string): Promise<string[]> {
  const found = await ask<Completions>('completion', marked);
  return (found?.items ?? []).map(({ label }) => label).filter((label) => !label.startsWith('_'));
}

test('can answer once it has started', () => expect(server.isStarted).toBe(true));

test('completes the members of another file', async () => {
  expect(await names('from shop import Cart\nCart().|')).toEqual(['total']);
});

test('completes the standard library, and no packages that programs do not have', async () => {
  expect(await names('import re\nre.compile("a").|')).toContain('fullmatch');
  expect(await names('import requests\nrequests.|')).toEqual([]);
});

test('offers no names that would have to be imported', async () => {
  expect(await names('OrderedDi|')).toEqual([]);
  expect(await names('prin|')).toContain('print');
});

test('describes a name and the signature of a call', async () => {
  const hover = await ask<Hover>('hover', 'from shop import Ca|rt');
  expect(hover?.contents.value).toContain('A cart of things.');
  const help = await ask<SignatureHelp>('signatureHelp', 'from shop import Cart\nCart().total(|)');
  expect(help?.signatures).toMatchObject([{ label: '(tax: float = 0) -> int', parameters: [{ label: [1, 15] }] }]);
});

test('describes what it offers', async () => {
  const found = await ask<Completions>('completion', 'from shop import Cart\nCart().|');
  const item = found?.items.find(({ label }) => label === 'total') ?? {};
  const described = await server.request<{ documentation: { value: string } }>('completionItem/resolve', item);
  expect(described?.documentation.value).toContain('The sum in cents.');
});

test('learns of changed files', async () => {
  texts.set('shop.py', SHOP.replace('total', 'price'));
  expect(await names('from shop import Cart\nCart().|')).toEqual(['price']);
});

test('learns of new files, also in folders', async () => {
  expect(await names('from parts import wheel\nwheel.|')).toEqual([]);
  texts.set('parts/wheel.py', 'SPOKES = 36\n');
  expect(await names('from parts import wheel\nwheel.|')).toEqual(['SPOKES']);
});

test('learns of renamed files', async () => {
  texts.delete('parts/wheel.py');
  texts.set('parts/tire.py', 'WIDTH = 28\n');
  expect(await names('from parts import tire\ntire.|')).toEqual(['WIDTH']);
  expect(await names('from parts import wheel\nwheel.|')).toEqual([]);
});

test('learns of deleted files', async () => {
  texts.delete('parts/tire.py');
  expect(await names('from parts import tire\ntire.|')).toEqual([]);
});

test('answers null if the answer is no longer wanted, and goes on', async () => {
  let cancel = () => {};
  const token = {
    isCancellationRequested: false,
    onCancellationRequested: (listener: () => void) => ((cancel = listener), { dispose: () => undefined }),
  };
  texts.set('main.py', 'import re\nre.');
  const answer = server.ask('textDocument/completion', { line: 1, character: 3 }, token);
  await vi.waitFor(() => expect(cancel).toBeTypeOf('function'));
  token.isCancellationRequested = true;
  cancel();
  expect(await answer).toBeNull();
  expect(await names('import re\nre.|')).toContain('compile');
});
