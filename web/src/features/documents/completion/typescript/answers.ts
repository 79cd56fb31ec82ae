/**
 * How a program is read: as JavaScript or TypeScript, each with or without JSX (numbers of TypeScript's ScriptKind).
 */
export const SCRIPT_KINDS = { javascript: 2, jsx: 2, typescript: 3, tsx: 4 } as const;
export type ScriptKind = (typeof SCRIPT_KINDS)[keyof typeof SCRIPT_KINDS];

/** A name that may be written at a place, with TypeScript's word for its kind. */
export interface Completion {
  name: string;
  kind: string;
  sortText: string;
  isDeprecated: boolean;
}

/** The description of a name: its type in one line of code, and its comment as Markdown. */
export interface Description {
  code: string;
  text: string;
}

/** A description of the text from `start` to `end`. */
export type HoveredName = Description & { start: number; end: number };

export interface Signature extends Description {
  parameters: { label: string; text: string }[];
}

/** The signatures of a call, and those of the place. */
export interface CalledSignatures {
  signatures: Signature[];
  chosen: number;
  parameter: number;
}

export interface Problem {
  start: number;
  end: number;
  message: string;
  isError: boolean;
}

/** What the worker answers about the program at an address; places are indexes of its text. */
export interface TypeAnswers {
  /** Sets how programs are read. */
  read(kind: ScriptKind): Promise<void>;
  /** Sets the files of the program, and the name of the file at the address that questions name. */
  readFiles(shown: string | undefined, texts: Record<string, string>): Promise<void>;
  /** Adds types of packages: the text of each file, by its path below `node_modules/`. */
  addTypes(files: Record<string, string>): Promise<void>;
  completionsAt(uri: string, at: number): Promise<Completion[]>;
  describe(uri: string, at: number, name: string): Promise<Description | null>;
  hoverAt(uri: string, at: number): Promise<HoveredName | null>;
  signaturesAt(uri: string, at: number): Promise<CalledSignatures | null>;
  problemsOf(uri: string): Promise<Problem[]>;
}
