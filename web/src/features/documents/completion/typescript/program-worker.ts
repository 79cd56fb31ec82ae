import {
  TypeScriptWorker,
  type LanguageService,
  type Message,
  type MirrorModel,
  type Part,
  type WorkerContext,
} from 'monaco-editor/languages/features/typescript/tsWorker';
import type {
  CalledSignatures,
  Completion,
  Description,
  HoveredName,
  Problem,
  ScriptKind,
  TypeAnswers,
} from './answers.ts';
import { SCRIPT_KINDS } from './answers.ts';
import PROGRAM_TYPES from './program-types.txt?raw';

/** The address of Monaco's models, beside which TypeScript looks for packages. */
const FOLDER = 'inmemory://model/';

/** The address of a room's files, which their names follow. */
const ROOM = `${FOLDER}room/`;

/** TypeScript's options; the numbers are of its enums, whose names the comments give. */
const OPTIONS = {
  allowJs: true,
  // A program without imports must not share its names with the browser's globals (Force).
  moduleDetection: 3,
  // ESNext.
  target: 99,
  module: 99,
  // Node10.
  moduleResolution: 2,
  resolveJsonModule: true,
  allowImportingTsExtensions: true,
  // ReactJSX.
  jsx: 4,
  strict: true,
  allowNonTsExtensions: true,
  allowSyntheticDefaultImports: true,
  esModuleInterop: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
};

/** Problems of modules: the program's run says which it has. */
const OF_MODULES = new Set([2307, 2792, 7016]);
const ERROR = 1;
/** TypeScript's number of data. */
const JSON_KIND = 6;
/** Most problems that the editor marks; a pasted text of another language may have one in every word. */
const PROBLEMS_MAX = 200;

/** Answers about programs with Monaco's TypeScript, which knows their text through its mirror. */
export class ProgramWorker extends TypeScriptWorker implements TypeAnswers {
  readonly #context: WorkerContext;
  readonly #files: Record<string, { content: string; version: number }>;
  /** The address of the shown file of a room. */
  #shown: string | undefined;
  #versions = 1;
  #kind: ScriptKind = SCRIPT_KINDS.javascript;

  constructor(context: WorkerContext) {
    const files = { [`${FOLDER}program.d.ts`]: { content: PROGRAM_TYPES, version: 1 } };
    super(context, { compilerOptions: OPTIONS, extraLibs: files });
    this.#context = context;
    this.#files = files;
  }

  async read(kind: ScriptKind): Promise<void> {
    this.#kind = kind;
  }

  async readFiles(shown: string | undefined, texts: Record<string, string>): Promise<void> {
    this.#shown = shown && ROOM + shown;
    for (const file of this.#filesOfRoom()) if (!(file.slice(ROOM.length) in texts)) delete this.#files[file];
    for (const [name, content] of Object.entries(texts))
      if (this.#files[ROOM + name]?.content !== content)
        this.#files[ROOM + name] = { content, version: ++this.#versions };
  }

  async addTypes(files: Record<string, string>): Promise<void> {
    for (const [path, content] of Object.entries(files))
      this.#files[`${FOLDER}node_modules/${path}`] = { content, version: 1 };
  }

  // Each file and each entry of a package is a root, because TypeScript looks for what was missing again only if the
  // roots change.
  override getScriptFileNames(): string[] {
    const models = this.#context.getMirrorModels().map(({ uri }) => this.#fileAt(uri.toString()));
    const entries = Object.keys(this.#files).filter((file) => /\/(index|program)\.d\.ts$/.test(file));
    return [...new Set([...models, ...this.#filesOfRoom(), ...entries])];
  }

  override getScriptKind(file: string): number {
    if (file.endsWith('.d.ts')) return SCRIPT_KINDS.typescript;
    if (!file.startsWith(ROOM) || file === this.#shown) return this.#kind;
    if (file.endsWith('.json')) return JSON_KIND;
    return /\.[cm]ts$/i.test(file) ? SCRIPT_KINDS.typescript : super.getScriptKind(file);
  }

  // The versions of models and of other files are counted apart, and a file that is shown no more must not have the
  // same one.
  override getScriptVersion(file: string): string {
    return `${super.getScriptVersion(file)}${file === this.#shown ? ' shown' : ''}`;
  }

  /** The text of the shown file is the model's. */
  override _getModel(file: string): MirrorModel | null {
    const [model = null] = this.#context.getMirrorModels();
    return file === this.#shown ? model : super._getModel(file);
  }

  /** Returns an answer; without the other files, if one of them is nested too deep to be read. */
  #answer<T>(work: (service: LanguageService) => T): T {
    try {
      return work(this.getLanguageService());
    } catch (error) {
      const others = this.#filesOfRoom();
      if (!(error instanceof RangeError) || others.length === 0) throw error;
      for (const file of others) delete this.#files[file];
      return work(this.getLanguageService());
    }
  }

  #filesOfRoom(): string[] {
    return Object.keys(this.#files).filter((file) => file.startsWith(ROOM));
  }

  #fileAt(uri: string): string {
    return this.#shown ?? uri;
  }

  async completionsAt(uri: string, at: number): Promise<Completion[]> {
    const found = this.#answer((service) => service.getCompletionsAtPosition(this.#fileAt(uri), at, {}));
    return (found?.entries ?? []).map(({ name, kind, kindModifiers = '', sortText }) => ({
      name,
      kind,
      sortText,
      isDeprecated: kindModifiers.includes('deprecated'),
    }));
  }

  async describe(uri: string, at: number, name: string): Promise<Description | null> {
    const found = this.#answer((service) =>
      service.getCompletionEntryDetails(this.#fileAt(uri), at, name, undefined, undefined, {}, undefined),
    );
    return found ? { code: textOf(found.displayParts), text: textOf(found.documentation) } : null;
  }

  async hoverAt(uri: string, at: number): Promise<HoveredName | null> {
    const found = this.#answer((service) => service.getQuickInfoAtPosition(this.#fileAt(uri), at));
    if (!found) return null;
    const { start, length } = found.textSpan;
    return { start, end: start + length, code: textOf(found.displayParts), text: textOf(found.documentation) };
  }

  async signaturesAt(uri: string, at: number): Promise<CalledSignatures | null> {
    const found = this.#answer((service) => service.getSignatureHelpItems(this.#fileAt(uri), at, {}));
    if (!found) return null;
    const signatures = found.items.map((item) => {
      const parameters = item.parameters.map((each) => ({
        label: textOf(each.displayParts),
        text: textOf(each.documentation),
      }));
      const list = parameters.map(({ label }) => label).join(textOf(item.separatorDisplayParts));
      const code = textOf(item.prefixDisplayParts) + list + textOf(item.suffixDisplayParts);
      return { code, text: textOf(item.documentation), parameters };
    });
    return { signatures, chosen: found.selectedItemIndex, parameter: found.argumentIndex };
  }

  /** Returns the first errors of syntax and, in TypeScript, of types: JavaScript promises none. */
  async problemsOf(uri: string): Promise<Problem[]> {
    const file = this.#fileAt(uri);
    const found = this.#answer((service) => {
      const ofTypes = this.#kind === SCRIPT_KINDS.javascript ? [] : service.getSemanticDiagnostics(file);
      return [...service.getSyntacticDiagnostics(file), ...ofTypes];
    });
    return found
      .filter(({ code }) => !OF_MODULES.has(code))
      .slice(0, PROBLEMS_MAX)
      .map(({ start = 0, length = 1, messageText, category }) => ({
        start,
        end: start + length,
        message: messageOf(messageText),
        isError: category === ERROR,
      }));
  }
}

const textOf = (parts: readonly Part[] = []) => parts.map(({ text }) => text).join('');

/** Returns a message with its reasons, each on a line of its own. */
function messageOf(message: string | Message): string {
  if (typeof message === 'string') return message;
  return [message.messageText, ...(message.next ?? []).map(messageOf)].join('\n');
}
