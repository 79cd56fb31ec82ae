import type * as monaco from 'monaco-editor/editor';

/** Monaco itself, for parts that load after it. */
export type Monaco = typeof monaco;
