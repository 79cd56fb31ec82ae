import { defineConfig } from 'oxlint';
import { IMPORT_RULES } from './lint/imports.ts';

export default defineConfig({
  jsPlugins: ['./lint/effects.mjs'],
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'vitest', 'promise', 'node'],
  categories: {
    correctness: 'error',
  },
  options: {
    typeAware: true,
    typeCheck: true,
    denyWarnings: true,
    reportUnusedDisableDirectives: 'error',
  },
  ignorePatterns: [
    '**/*.gen.ts',
    'server/src/features/questions/library/solutions/',
    'web/dist/',
    'web/public/',
    '.cache/',
    '.data/',
    '.demo/',
    'test-results/',
  ],
  rules: {
    'import/default': 'off',
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'oxc/no-barrel-file': [
      'error',
      {
        threshold: 0,
      },
    ],
    'no-console': [
      'error',
      {
        allow: ['warn', 'error'],
      },
    ],
    'node/no-process-env': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/no-unnecessary-type-assertion': 'error',
    'vitest/no-focused-tests': 'error',
    'vitest/no-disabled-tests': 'error',
    'react/rules-of-hooks': 'error',
    'effects/block-body': 'error',
    'react/exhaustive-deps': 'error',
    'typescript/unbound-method': 'off',
    'typescript/no-base-to-string': [
      'error',
      {
        ignoredTypeNames: ['Error', 'RegExp', 'URL', 'URLSearchParams', 'YText', 'Text'],
      },
    ],
    'typescript/no-misused-spread': 'off',
    'jsx-a11y/no-autofocus': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/anchor-has-content': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/no-standalone-expect': 'off',
    'react/set-state-in-effect': 'off',
  },
  overrides: [
    ...IMPORT_RULES,
    {
      files: ['lint/*.mjs', '*.config.ts', 'web/vite.config.ts', 'server/src/testing/services/global-setup.ts'],
      rules: {
        'import/no-default-export': 'off',
      },
    },
    {
      files: [
        '*.config.ts',
        'web/{early-pages,vite.config}.ts',
        'server/src/platform/config/read-config.ts',
        'server/src/testing/**',
        'scripts/**',
        'verification/{faults,fuzz,load,outbox,soak,support}/**',
        'verification/bench/peers/**',
        'e2e/**',
      ],
      rules: {
        'node/no-process-env': 'off',
      },
    },
    {
      files: ['e2e/**'],
      rules: {
        'vitest/no-disabled-tests': 'off',
        'vitest/no-focused-tests': 'off',
        'react/rules-of-hooks': 'off',
      },
    },
  ],
});
