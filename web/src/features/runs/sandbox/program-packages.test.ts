import { expect, test, vi } from 'vitest';
import { namedPackages } from './program-packages.ts';

vi.mock('./run-assets.ts', () => {
  const asset = (name: string, provides: string[], depends: string[] = []) => [name, { name, provides, depends }];
  const python = [asset('numpy', ['numpy']), asset('pandas', ['pandas'], ['numpy', 'six']), asset('six', ['six'])];
  const postgresql = [asset('cube', ['cube']), asset('earthdistance', ['earthdistance'], ['cube'])];
  return {
    RUN_ASSETS: {
      python: { offered: Object.fromEntries([...python, asset('pillow', ['PIL'])]) },
      postgresql: { offered: Object.fromEntries([...postgresql, asset('uuid-ossp', ['uuid-ossp'])]) },
    },
  };
});

const named = (language: string, code: string, dataSet: string | null = null) =>
  namedPackages({ language, code, dataSet })
    .map(([name]) => name)
    .toSorted();

test.each([
  ['import numpy as np\n', ['numpy']],
  ['import sys; import numpy as np', ['numpy']],
  ["print('a');\tfrom PIL import Image; import six", ['pillow', 'six']],
  ['try: import numpy\nexcept ImportError: from PIL import Image', ['numpy', 'pillow']],
  ['import os, pandas as pd', ['numpy', 'pandas', 'six']],
  ['def f():\n\tfrom PIL.Image import open\n', ['pillow']],
  ['from __future__ import annotations\nimport numpy.linalg', ['numpy']],
  ["print('import numpy')\nimport numpyro, json\n# from six import x\n# later: import six", []],
  ["print('import numpy')\nimport numpyro, json\n# from six import x\n# later; import six", []],
])('finds the packages that the program %j imports, with those that they need', (code, packages) => {
  expect(named('python', code)).toEqual(packages);
});

test.each([
  ['create extension if not exists "uuid-ossp";', null, ['uuid-ossp']],
  ['select 1', 'CREATE EXTENSION EarthDistance CASCADE;', ['cube', 'earthdistance']],
  ['select extension from cube', null, []],
])('finds the extensions that the SQL %j and its data set %j create', (code, dataSet, packages) => {
  expect(named('sql', code, dataSet)).toEqual(packages);
  expect(named('sqlite', code, dataSet)).toEqual([]);
});
