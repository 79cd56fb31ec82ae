import { ContiguousTokensEditing, EMPTY_LINE_TOKENS } from 'monaco-editor/editor/common/tokens/contiguousTokensEditing';

const { insert } = ContiguousTokensEditing;

/**
 * Fixes a bug of VS Code's `ContiguousTokensEditing.insert` (in Monaco 0.57 and on its main branch): an insertion into
 * an empty line leaves the line's tokens empty. If that line is joined to another before both are tokenized again, the
 * tokens end before the text. Monaco then draws only that part, throws "Token length and text length do not match!"
 * (microsoft/vscode#243553), or its bracket parser never ends. This can happen if one change of a peer has several
 * edits. null marks tokens that are not known yet.
 */
ContiguousTokensEditing.insert = (tokens, at, length) =>
  tokens === EMPTY_LINE_TOKENS && length > 0 ? null : insert(tokens, at, length);
