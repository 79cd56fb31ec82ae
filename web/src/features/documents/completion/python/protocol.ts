/** The used parts of the Language Server Protocol 3.17, by its names; lines and characters count from 0. */
export interface Place {
  line: number;
  character: number;
}
export interface PlaceRange {
  start: Place;
  end: Place;
}
/** Markdown. */
export interface Markup {
  value: string;
}

export interface Completion {
  label: string;
  kind?: number;
  sortText?: string;
  filterText?: string;
  textEdit?: { range: PlaceRange };
  documentation?: Markup;
}
export interface Completions {
  items: Completion[];
  isIncomplete: boolean;
}

export interface Hover {
  contents: Markup;
  range?: PlaceRange;
}

export interface SignatureHelp {
  signatures: {
    label: string;
    documentation?: Markup;
    parameters?: { label: [start: number, end: number]; documentation?: Markup }[];
  }[];
  activeSignature?: number;
  activeParameter?: number;
}

/** A message of basedpyright: an answer to an id of ours, a question with an id of its own, or news. */
export interface Message {
  /** Set in messages of its browser build, which are none of the protocol. */
  type?: string;
  port?: MessagePort;
  id?: number;
  method?: string;
  params?: { items?: { section?: string }[]; message?: string };
  result?: unknown;
}

/** The abilities of this editor; without snippets, because names write no code by themselves. */
export const CAPABILITIES = {
  textDocument: {
    completion: {
      contextSupport: true,
      completionItem: { documentationFormat: ['markdown'], resolveSupport: { properties: ['documentation'] } },
    },
    hover: { contentFormat: ['markdown'] },
    signatureHelp: {
      signatureInformation: {
        documentationFormat: ['markdown'],
        parameterInformation: { labelOffsetSupport: true },
      },
    },
  },
  workspace: { configuration: true, workspaceFolders: true },
};
