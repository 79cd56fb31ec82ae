import { languages as codeMirrorLanguages } from '@codemirror/language-data';
import { expect, test } from 'vitest';
import { Compile } from 'typebox/compile';
import { LANGUAGE_IDS } from '@cip/contracts/rooms/code-files';
import { LanguageId } from '@cip/contracts/protocol/common';
import { DEFAULT_LANGUAGE } from '@cip/contracts/rooms/documents';
import { LANGUAGES, languageOf } from './languages.ts';
import { loadMonaco } from '../../monaco/monaco-in-node.ts';

test('lists more than fifty languages once under ids of the contract', () => {
  const ids = LANGUAGES.map(({ id }) => id);
  const schema = Compile(LanguageId);
  expect(new Set(ids).size).toBeGreaterThan(50);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !schema.Check(id))).toEqual([]);
  expect(ids).toContain(DEFAULT_LANGUAGE);
});

test('offers exactly the languages that the server accepts', () => {
  expect(LANGUAGES.map(({ id }) => id)).toEqual(LANGUAGE_IDS);
});

test('gives each language a file extension', () => {
  expect(LANGUAGES.filter(({ id, extension }) => extension === 'txt' && id !== 'plaintext')).toEqual([]);
  expect(LANGUAGES.map(({ extension }) => extension).filter((ending) => !/^[a-z0-9]{1,10}$/.test(ending))).toEqual([]);
});

test('supports each language in CodeMirror', () => {
  const known = new Set(codeMirrorLanguages.map(({ name }) => name));
  expect(LANGUAGES.filter(({ codemirror }) => codemirror !== null && !known.has(codemirror))).toEqual([]);
});

test('supports each language in Monaco', async () => {
  const monaco = await loadMonaco();
  const known = new Set(monaco.languages.getLanguages().map(({ id }) => id));
  expect(LANGUAGES.filter((language) => !known.has(language.monaco))).toEqual([]);
}, 60_000);

test('shows an unknown language as plain text under its own name', () => {
  expect(languageOf('zig')).toMatchObject({ id: 'zig', label: 'zig', monaco: 'plaintext', codemirror: null });
});
