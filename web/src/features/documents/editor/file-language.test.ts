import { expect, test } from 'vitest';
import { fileLanguage } from './languages/file-language.ts';

test.each([
  ['main.sql', 'postgresql', 'postgresql'],
  ['seed.sql', 'python', 'sql'],
  ['lib/utils.py', 'sql', 'python'],
  ['App.tsx', 'typescript', 'tsx'],
  ['App.test.js', 'typescript', 'javascript'],
  ['list.h', 'c++', 'c++'],
  ['list.h', 'python', 'c'],
  ['list.hpp', 'c', 'c++'],
  ['Dockerfile', 'go', 'dockerfile'],
  ['README.MD', 'go', 'markdown'],
  ['docker-compose.yml', 'go', 'yaml'],
  ['index.html', 'vue', 'html'],
  ['data.csv', 'python', 'plaintext'],
  ['Makefile', 'c', 'plaintext'],
  ['main.txt', 'unknown-language', 'unknown-language'],
])('colours %s in a room of %s as %s', (name, room, language) => {
  expect(fileLanguage(name, room).id).toBe(language);
});
