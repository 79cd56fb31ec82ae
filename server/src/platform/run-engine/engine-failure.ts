import type { RunError } from '@cip/contracts/runs/runs';

/** The failure between the server and the engine; the program is not at fault. */
export type FailureKind = 'not_offered' | 'unreachable' | 'no_answer' | 'refused' | 'unreadable' | 'interrupted';

const MESSAGES: Record<FailureKind, string> = {
  not_offered: 'No server runs this language here. Choose another language.',
  unreachable: 'The server that runs this language cannot be reached. Try again in a minute.',
  no_answer: 'The server that runs this language did not answer in time. Try again.',
  refused: 'The server that runs this language did not accept the program. Try again later.',
  unreadable: 'The server that runs this language sent an unreadable answer. Try again later.',
  interrupted: 'The connection to the server that runs this language was lost. Try again.',
};

/** A failure of the engine. Its message is shown to users and names no address; `status` is for the log. */
export class EngineFailure extends Error {
  readonly kind: FailureKind;
  readonly status: number | null;

  constructor(kind: FailureKind, status: number | null = null) {
    super(MESSAGES[kind]);
    this.kind = kind;
    this.status = status;
  }

  /** Whether the engine could not be reached or did not answer; then it may not answer others either. */
  get isNetwork(): boolean {
    return ['unreachable', 'no_answer', 'interrupted'].includes(this.kind);
  }
}

/** The engine sent more than the server reads; the rest of the program's run is unknown. */
export class AnswerTooLarge extends Error {}

/** The error of a program that writes more than an engine returns. */
export const TOO_MUCH_OUTPUT: RunError = {
  name: 'Too much output',
  message: 'The program wrote more output than a run may have, and was stopped.',
  line: null,
  column: null,
};
