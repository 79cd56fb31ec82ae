import { Type } from 'typebox';
import {
  Closed,
  Code,
  Count,
  FileName,
  Id,
  LanguageId,
  Line,
  Moment,
  Name,
  Nullable,
  OneOf,
  Text,
} from '../protocol/common.ts';
import { OfferedLanguage } from '../rooms/documents.ts';
import { clientEvent, Nothing } from '../protocol/events.ts';
import { ErrorPlace, RunOutcome } from './past-runs.ts';
import {
  ANSWER_MAX,
  DATA_SET_MAX,
  ERROR_MESSAGE_MAX,
  OFFLINE_RUN_MAX_MS,
  OUTPUT_HEAD_MAX,
  OUTPUT_TAIL_MAX,
  PACKAGES_MAX,
  PIECES_MAX,
  QUESTION_DATA_MAX,
  RUN_LIMIT_MS,
  STDIN_MAX,
} from './run-limits.ts';
import { IsTests, RunTests } from './run-tests.ts';
import { FILE_TEXTS } from '../rooms/text-limits.ts';

/** SHA-256 of a text in UTF-8, as hexadecimal. */
export const TextHash = Type.String({ pattern: '^[0-9a-f]{64}$', maxLength: 64 });

/** Kinds of devices that run code; `engine` is the operator's server. */
export const RUN_DEVICES = ['laptop', 'tablet', 'phone', 'engine'] as const;
export const RunDevice = OneOf(RUN_DEVICES);
export type RunDevice = Type.Static<typeof RunDevice>;

/** The participant and the device that execute a run. */
export const Runner = Closed({ id: Nullable(Id), name: Name, device: RunDevice });
export type Runner = Type.Static<typeof Runner>;

/** The content of a piece: standard output, standard error, a result table of SQL as JSON, or typed input. */
export const RUN_STREAMS = ['out', 'err', 'table', 'in'] as const;

/** A piece of output. Pieces of a run count from 0; `at` is the time since its request (ms). */
export const RunPiece = Closed({
  seq: Type.Integer({ minimum: 0, maximum: PIECES_MAX - 1 }),
  at: Type.Integer({ minimum: 0, maximum: 2_000_000 }),
  stream: OneOf(RUN_STREAMS),
  text: Text(OUTPUT_HEAD_MAX),
});
export type RunPiece = Type.Static<typeof RunPiece>;

/** A result table of SQL, as the text of a `table` piece in JSON: `total` also counts rows that `rows` leaves out. */
export interface ResultTable {
  columns: string[];
  rows: (string | null)[][];
  total: number;
}

/** An error of the user's code; `line` and `column` count from 1. */
export const RunError = Closed({
  ...ErrorPlace,
  message: Text(ERROR_MESSAGE_MAX),
  column: Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
});
export type RunError = Type.Static<typeof RunError>;

/** A package that a program used. */
export const PackageVersion = Closed({ name: Line(100), version: Line(60) });
export type PackageVersion = Type.Static<typeof PackageVersion>;

/** The end of a run. */
export const RunEnd = Closed({
  ...RunOutcome,
  /** Characters left out between the streamed output and `tail`. */
  omitted: Count,
  tail: Text(OUTPUT_TAIL_MAX),
  error: Nullable(RunError),
  /** Whether the program read beyond the end of its input. */
  needsInput: Type.Boolean(),
  /** The packages that the program named; absent if there are none, and from servers of the previous release. */
  packages: Type.Optional(Type.Array(PackageVersion, { maxItems: PACKAGES_MAX })),
  /** The tests that ended; absent if the run was none of tests, and from servers of the previous release. */
  tests: Type.Optional(RunTests),
});
export type RunEnd = Type.Static<typeof RunEnd>;

/** A run as everyone in the room sees it. */
export const Run = Closed({
  id: Id,
  language: LanguageId,
  /** The participant who pressed Run. */
  by: Closed({ id: Id, name: Name }),
  runner: Nullable(Runner),
  requestedAt: Moment,
  /** Hash of the text that runs: if the document's hash differs, output belongs to an earlier version. */
  hash: TextHash,
  /** Whether it ran without a connection; then the results were entered later. */
  isOffline: Type.Boolean(),
  /** The run whose text and input this one repeats. */
  of: Nullable(Id),
  tests: IsTests,
  end: Nullable(RunEnd),
});
export type Run = Type.Static<typeof Run>;

/** Where a run is executed: on the requesting device, on another one of the room, or on the operator's engine. */
export const RUN_PLACES = ['here', 'elsewhere', 'engine'] as const;

/** A data set that SQL runs start from. */
export const DataSet = Closed({ name: Name, sql: Text(QUESTION_DATA_MAX) });
export type DataSet = Type.Static<typeof DataSet>;

/** A file of a run. */
export const RunFile = Closed({ name: FileName, content: Code });
export type RunFile = Type.Static<typeof RunFile>;

/** All files of a run in their order, the first with its text; absent if there is one. */
export const RunFiles = Type.Optional(Type.Array(RunFile, { minItems: 2, maxItems: FILE_TEXTS.length }));

const RunRef = Closed({ id: Id });
const Pieces = Type.Array(RunPiece, { maxItems: PIECES_MAX });

/**
 * Starts a run of the document's text as the server has it. If another run is active, returns that one and starts
 * nothing. `hash` is of the sender's text (`hashedText`); if the server's differs, the reply has the text to run. With
 * `of`, an earlier run's text, language and input run again, and the reply has them; only interviewers may send it.
 * With `tests`, the test files run in place of the program; servers of the previous release refuse it as `invalid`. To
 * repeat a run of tests it is needed too. If the request comes again while its run is active, the reply is the first.
 */
export const startRun = clientEvent({
  name: 'run:start',
  from: 'participant',
  payload: Closed({
    id: Id,
    language: OfferedLanguage,
    stdin: Text(STDIN_MAX),
    hash: TextHash,
    place: OneOf(RUN_PLACES),
    device: RunDevice,
    of: Type.Optional(Id),
    tests: IsTests,
  }),
  reply: Closed({
    run: Run,
    isNew: Type.Boolean(),
    text: Nullable(Code),
    files: RunFiles,
    stdin: Nullable(Text(STDIN_MAX)),
  }),
});

/**
 * Takes over a run that was offered to the room's devices. Only the first claim succeeds. A run of tests needs `tests`,
 * which pages of an earlier release do not send: they would run the program.
 */
export const claimRun = clientEvent({
  name: 'run:claim',
  from: 'participant',
  payload: Closed({ id: Id, device: RunDevice, tests: IsTests }),
  reply: Closed({ run: Run, text: Code, files: RunFiles, stdin: Text(STDIN_MAX) }),
});

/** Adds a piece of output; acknowledged when it is stored. If a piece is repeated, nothing changes. */
export const addOutput = clientEvent({
  name: 'run:output',
  from: 'participant',
  payload: Closed({ id: Id, piece: RunPiece }),
  reply: Nothing,
});

/** How much of a language its device has loaded (percent); 100 once the program runs. */
export const LoadedPercent = Type.Integer({ minimum: 0, maximum: 100 });

/** The number of a request for a line within its run, from 1. People type slower than this bound. */
const Ask = Type.Integer({ minimum: 1, maximum: 10_000 });

/** The line for a program that waits, without its line break; null is the end of the input. */
const Answer = Nullable(Text(ANSWER_MAX));

/**
 * Reports that the device still executes the run; returns whether a participant wants to stop it. With `loaded`, the
 * others see how far the language is loaded. With `ask`, the program waits for a line; the reply has the answer once
 * there is one, even if its event was missed.
 */
export const keepRunAlive = clientEvent({
  name: 'run:alive',
  from: 'participant',
  payload: Closed({ id: Id, loaded: Type.Optional(LoadedPercent), ask: Type.Optional(Ask) }),
  reply: Closed({ isStopping: Type.Boolean(), answer: Type.Optional(Closed({ text: Answer })) }),
});

/** Answers a program that waits for a line. The first answer to an `ask` counts; it is stored with the run's input. */
export const answerRun = clientEvent({
  name: 'run:answer',
  from: 'participant',
  payload: Closed({ id: Id, ask: Ask, text: Answer }),
  reply: Nothing,
});

/**
 * Ends a run; only its device may. A repetition changes nothing. If the server ended it otherwise, for instance because
 * the device's life signs did not arrive, the device enters the result as a new run.
 */
export const endRun = clientEvent({
  name: 'run:end',
  from: 'participant',
  payload: Closed({ id: Id, end: RunEnd }),
  reply: Nothing,
});

/** Tells the device of a run to stop it. */
export const stopRun = clientEvent({ name: 'run:stop', from: 'participant', payload: RunRef, reply: Nothing });

/**
 * Returns the state of runs in the room: the latest run with its output so far. If a run has neither `runner` nor
 * `end`, it may be claimed, as after `run:offered`.
 */
export const readRuns = clientEvent({
  name: 'run:read',
  from: 'participant',
  payload: Closed({}),
  reply: Closed({
    isAllowed: Type.Boolean(),
    run: Nullable(Run),
    pieces: Pieces,
    /** Set while the run's program waits for a line. */
    ask: Nullable(Ask),
    dataSet: Nullable(DataSet),
    stdin: Text(STDIN_MAX),
    engineLanguages: Type.Array(LanguageId, { maxItems: 100 }),
    limitMs: Type.Integer({ minimum: RUN_LIMIT_MS.min, maximum: RUN_LIMIT_MS.max }),
  }),
});

/** Switches running on or off for the room. */
export const allowRuns = clientEvent({
  name: 'run:allow',
  from: 'interviewer',
  payload: Closed({ isAllowed: Type.Boolean() }),
  reply: Nothing,
});

/** Attaches a data set to the interview, or removes it. */
export const attachDataSet = clientEvent({
  name: 'run:data-set',
  from: 'interviewer',
  payload: Closed({ dataSet: Nullable(Closed({ name: Name, sql: Text(DATA_SET_MAX) })) }),
  reply: Nothing,
});

/** Sets the input of the next run, which everyone in the room shares. */
export const setInput = clientEvent({
  name: 'run:input',
  from: 'participant',
  payload: Closed({ stdin: Text(STDIN_MAX) }),
  reply: Nothing,
});

/** Enters a run that was executed without a connection, `agoMs` before. A repetition changes nothing. */
export const enterRun = clientEvent({
  name: 'run:enter',
  from: 'participant',
  payload: Closed({
    id: Id,
    language: OfferedLanguage,
    text: Code,
    files: RunFiles,
    stdin: Text(STDIN_MAX),
    device: RunDevice,
    agoMs: Type.Integer({ minimum: 0, maximum: OFFLINE_RUN_MAX_MS }),
    tests: IsTests,
    pieces: Pieces,
    end: RunEnd,
  }),
  reply: Nothing,
});

/** Events about runs; sent only to clients that opened the document. */
export interface RunServerEvents {
  'run:started': (run: Run) => void;
  /** Other devices may claim the run. */
  'run:offered': (run: { id: string; language: string }) => void;
  'run:claimed': (run: { id: string; runner: Runner }) => void;
  /** How far the run's device has loaded the language (percent); 100 once the program runs. */
  'run:loading': (state: { id: string; loaded: number }) => void;
  'run:output': (output: { id: string; piece: RunPiece }) => void;
  /** The program waits for a line. */
  'run:asked': (run: { id: string; ask: number }) => void;
  /** The first answer to a program that waits. */
  'run:answered': (answer: { id: string; ask: number; text: string | null }) => void;
  /** The device of the run has to stop it, because a participant wants that. */
  'run:stopping': (run: { id: string; by?: { id: string; name: string } }) => void;
  'run:ended': (run: { id: string; end: RunEnd }) => void;
  /** Other nodes may have changed runs while this room did not notice: read them again. */
  'run:changed': () => void;
  'run:allowed': (state: { isAllowed: boolean }) => void;
  'run:data-set': (state: { dataSet: DataSet | null }) => void;
  'run:input': (state: { stdin: string }) => void;
}
