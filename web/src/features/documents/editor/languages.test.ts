import { languages as codeMirrorLanguages } from '@codemirror/language-data';
import { expect, test } from 'vitest';
import { Compile } from 'typebox/compile';
import { LANGUAGE_IDS } from '@cip/contracts/code-files';
import { LanguageId } from '@cip/contracts/common';
import { DEFAULT_LANGUAGE } from '@cip/contracts/documents';
import { LANGUAGES, languageOf } from './languages.ts';
import { loadMonaco } from '../monaco/monaco-in-node.ts';

test('there are more than fifty, each once, under ids the wire takes', () => {
  const ids = LANGUAGES.map(({ id }) => id);
  const wire = Compile(LanguageId);
  expect(new Set(ids).size).toBeGreaterThan(50);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !wire.Check(id))).toEqual([]);
  expect(ids).toContain(DEFAULT_LANGUAGE);
});

test('the server takes the languages that the editor offers, and no others', () => {
  expect(LANGUAGES.map(({ id }) => id)).toEqual(LANGUAGE_IDS);
});

test('each has a file ending of its own kind', () => {
  expect(LANGUAGES.filter(({ id, extension }) => extension === 'txt' && id !== 'plaintext')).toEqual([]);
  expect(LANGUAGES.map(({ extension }) => extension).filter((ending) => !/^[a-z0-9]{1,10}$/.test(ending))).toEqual([]);
});

test('each is known to CodeMirror', () => {
  const known = new Set(codeMirrorLanguages.map(({ name }) => name));
  expect(LANGUAGES.filter(({ codemirror }) => codemirror !== null && !known.has(codemirror))).toEqual([]);
});

test('each is known to Monaco', async () => {
  const monaco = await loadMonaco();
  const known = new Set(monaco.languages.getLanguages().map(({ id }) => id));
  expect(LANGUAGES.filter((language) => !known.has(language.monaco))).toEqual([]);
}, 60_000);

test('a language of a later version is shown as plain text under its own name', () => {
  expect(languageOf('zig')).toMatchObject({ id: 'zig', label: 'zig', monaco: 'plaintext', codemirror: null });
});
