/** Monaco's TypeScript worker, which is published without types; only the used parts. */
declare module 'monaco-editor/languages/features/typescript/tsWorker' {
  export interface Part {
    text: string;
  }
  interface Described {
    displayParts?: Part[];
    documentation?: Part[];
  }
  interface Span {
    start: number;
    length: number;
  }
  export interface Message {
    messageText: string;
    next?: Message[];
  }
  interface Diagnostic {
    start?: number;
    length?: number;
    category: number;
    code: number;
    messageText: string | Message;
  }
  interface SignatureItem extends Described {
    prefixDisplayParts: Part[];
    suffixDisplayParts: Part[];
    separatorDisplayParts: Part[];
    parameters: (Described & { displayParts: Part[] })[];
  }
  export interface LanguageService {
    getCompletionsAtPosition(
      file: string,
      at: number,
      preferences: object,
    ): { entries: { name: string; kind: string; kindModifiers?: string; sortText: string }[] } | undefined;
    getCompletionEntryDetails(
      file: string,
      at: number,
      name: string,
      format: undefined,
      source: undefined,
      preferences: object,
      data: undefined,
    ): Described | undefined;
    getQuickInfoAtPosition(file: string, at: number): (Described & { textSpan: Span }) | undefined;
    getSignatureHelpItems(
      file: string,
      at: number,
      options: object,
    ): { items: SignatureItem[]; selectedItemIndex: number; argumentIndex: number } | undefined;
    getSyntacticDiagnostics(file: string): Diagnostic[];
    getSemanticDiagnostics(file: string): Diagnostic[];
  }

  export interface MirrorModel {
    uri: { toString(skipEncoding?: boolean): string };
    version: number;
    getValue(): string;
  }
  export interface WorkerContext {
    getMirrorModels(): MirrorModel[];
  }
  export class TypeScriptWorker {
    constructor(
      context: WorkerContext,
      createData: {
        compilerOptions: Record<string, unknown>;
        extraLibs: Record<string, { content: string; version: number }>;
      },
    );
    getScriptFileNames(): string[];
    getScriptKind(file: string): number;
    getScriptVersion(file: string): string;
    _getModel(file: string): MirrorModel | null;
    getLanguageService(): LanguageService;
  }
}

declare module 'monaco-editor/editor/editor.worker.start' {
  import type { WorkerContext } from 'monaco-editor/languages/features/typescript/tsWorker';

  export function start(createClient: (context: WorkerContext) => object): void;
}
