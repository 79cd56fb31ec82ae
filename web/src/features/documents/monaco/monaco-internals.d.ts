/** Internal modules of Monaco without published types. */
declare module 'monaco-editor/editor/common/tokens/contiguousTokensEditing' {
  /** The tokens of a line; null while they are not known. */
  type Tokens = Uint32Array | ArrayBuffer | null;
  export const EMPTY_LINE_TOKENS: ArrayBuffer;
  export const ContiguousTokensEditing: { insert: (this: void, tokens: Tokens, at: number, length: number) => Tokens };
}

declare module 'monaco-editor/editor/browser/controller/editContext/native/nativeEditContext' {
  export class NativeEditContext {
    _updateEditContext(this: NativeEditContext): void;
  }
}

declare module 'monaco-editor/editor/browser/config/tabFocus' {
  /** Whether Tab leaves the editors instead of indenting. */
  export const TabFocus: {
    getTabFocusMode: () => boolean;
    onDidChangeTabFocus: (listener: (leaves: boolean) => void) => void;
  };
}
