import fc from 'fast-check';
import type { editor } from 'monaco-editor';
import { beforeAll, expect, test } from 'vitest';
import { MonacoBinding } from './monaco-binding.ts';
import { loadMonaco } from './monaco-in-node.ts';
import { TypingGate } from '../sync/typing-gate.ts';

const CODE = 'function f(a) {\n  /* b\n\n */  }\n\nlet x = "y";\n';

let createEditor: () => editor.IStandaloneCodeEditor;
/** Tokenizes a model's lines, which Monaco does when the browser is idle. */
let tokenize: (model: editor.ITextModel) => void;

beforeAll(async () => {
  HTMLCanvasElement.prototype.getContext = () => null;
  const monaco = await loadMonaco();
  // Loads the language.
  await monaco.editor.colorize('let x', 'javascript', {});
  tokenize = (model) => void monaco.editor.colorizeModelLine(model, model.getLineCount());
  createEditor = () => {
    const place = document.body.appendChild(document.createElement('div'));
    // The rulers and the minimap need a canvas.
    const options = { overviewRulerLanes: 0, hideCursorInOverviewRuler: true, minimap: { enabled: false } };
    const shown = monaco.editor.create(place, { language: 'javascript', ...options });
    shown.layout({ width: 800, height: 2_000 });
    return shown;
  };
}, 60_000);

/** Replaces `removed` characters at `at` by `text`. */
interface Edit {
  at: number;
  removed: number;
  text: string;
}

/** One change of a peer; `isIdle` if Monaco could tokenize before it. */
interface Change {
  isIdle: boolean;
  edits: Edit[];
}

/** Shows the code in Monaco and applies a peer's changes. Returns each drawing that differs from the text. */
function wronglyDrawn(changes: Change[]): { drawn: string; text: string }[] {
  const gate = new TypingGate();
  gate.text.insert(0, CODE);
  const shown = createEditor();
  const model = shown.getModel();
  if (!model) throw new Error('The editor has no model.');
  const binding = new MonacoBinding(model, gate.text, gate.undoManager, shown);
  const wrong: { drawn: string; text: string }[] = [];
  for (const { edits, isIdle } of changes) {
    if (isIdle) tokenize(model);
    gate.editing.transact(() => {
      for (const { at, removed, text } of edits) {
        const from = Math.min(at, gate.text.length);
        gate.text.delete(from, Math.min(removed, gate.text.length - from));
        gate.text.insert(from, text);
      }
    }, 'a peer');
    shown.render(true);
    const [drawn, text] = [readDrawn(shown), gate.text.toString()];
    if (drawn !== text) wrong.push({ drawn, text });
  }
  binding.destroy();
  shown.getContainerDomNode().remove();
  shown.dispose();
  model.dispose();
  gate.destroy();
  return wrong;
}

function readDrawn(shown: editor.IStandaloneCodeEditor): string {
  const lines = [...(shown.getDomNode()?.querySelectorAll<HTMLElement>('.view-line') ?? [])];
  return lines
    .toSorted((a, b) => Number.parseInt(a.style.top) - Number.parseInt(b.style.top))
    .map(({ textContent }) => textContent)
    .join('\n')
    .replaceAll('\u00a0', ' ');
}

/** Returns the offset of a piece of the code. */
const before = (piece: string) => CODE.indexOf(piece);

test('draws a line that is replaced with its line break', () => {
  const replaced = { at: before('"y";'), removed: '"y";\n'.length, text: 'a' };
  expect(wronglyDrawn([{ isIdle: true, edits: [replaced] }])).toEqual([]);
});

test('draws an insertion into an empty line that joins the previous one', () => {
  const typed = { at: before('\n */'), removed: 0, text: 'c' };
  const joined = { at: before('\n\n */'), removed: 1, text: '' };
  expect(wronglyDrawn([{ isIdle: true, edits: [typed, joined] }])).toEqual([]);
  const apart = [
    { isIdle: true, edits: [typed] },
    { isIdle: false, edits: [joined] },
  ];
  expect(wronglyDrawn(apart)).toEqual([]);
});

/** Draws the text after any of a peer's edits, in as many random runs. */
function drawsAnyEdits(numRuns: number): void {
  const edit = fc.record({
    at: fc.nat(60),
    removed: fc.nat(4),
    text: fc.constantFrom('', 'a', '{', '}', '\n', '/*', '*/', '"', '  ', '\n\n', 'x\n  y'),
  });
  const change = fc.record({ isIdle: fc.boolean(), edits: fc.array(edit, { minLength: 1, maxLength: 3 }) });
  const changeList = fc.array(change, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(changeList, (changes) => {
      expect(wronglyDrawn(changes)).toEqual([]);
    }),
    { numRuns },
  );
}

test("draws the text after any of a peer's edits in 5 random runs", { tags: ['long'] }, () =>
  expect(() => drawsAnyEdits(5)).not.toThrow(),
);

test("draws the text after any of a peer's edits in 50 random runs", { tags: ['long'], timeout: 60_000 }, () =>
  expect(() => drawsAnyEdits(50)).not.toThrow(),
);
