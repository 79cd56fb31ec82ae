import { ContiguousTokensEditing, EMPTY_LINE_TOKENS } from 'monaco-editor/editor/common/tokens/contiguousTokensEditing';

const { insert } = ContiguousTokensEditing;

/**
 * Fixes a bug of VS Code's `ContiguousTokensEditing.insert` (in Monaco 0.57 and on its main branch): text that comes
 * into an empty line leaves the line's tokens empty. Joined to another line before both are tokenized again, it counts
 * as nothing and the tokens end before the text does. Monaco then draws only that far, throws "Token length and text
 * length do not match!" (microsoft/vscode#243553), or its bracket parser never ends. A change of a peer, which is
 * several edits at once, gets there in one step. Tokens that are not known yet are null.
 */
ContiguousTokensEditing.insert = (tokens, at, length) =>
  tokens === EMPTY_LINE_TOKENS && length > 0 ? null : insert(tokens, at, length);
