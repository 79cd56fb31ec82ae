import type { DataSet, RunDevice, RunEnd, RunFile, RunPiece } from '@cip/contracts/runs/runs';
import type { ColumnType, Generated } from 'kysely';

/** A run of an interview's code; at most one per interview has no end. */
export interface RunTable {
  /** Chosen by the client that requested the run, so that a repetition changes nothing. */
  id: string;
  interview_id: string;
  participant_id: string;
  participant_name: string;
  language: string;
  code: string;
  /** All files, the first with the code; null if there was one. Written as JSON text. */
  files: ColumnType<RunFile[] | null, string | null, never>;
  stdin: string;
  /** SHA-256 of `code`, or of all files (`hashedText`). */
  hash: string;
  /** The last row of the update log when the run was requested. */
  position: string;
  /** The run that this one repeats. */
  of: string | null;
  is_offline: Generated<boolean>;
  /** Whether its test files were executed in place of the program. */
  is_tests: Generated<boolean>;
  requested_at: Generated<string>;
  /** When it arrived, because its device cannot choose that. */
  created_at: Generated<string>;
  /** The participant whose device executes the run; null for the engine, and until a device claims it. */
  runner_id: string | null;
  runner_name: string | null;
  runner_device: RunDevice | null;
  piece_count: Generated<number>;
  output_chars: Generated<number>;
  /** The last change or sign of life. */
  changed_at: Generated<string>;
  /** When a participant asked to stop it. */
  stop_at: string | null;
  /** How many times the program waited for a line. */
  asks: Generated<number>;
  /** Since when it waits for one; null while it does not. */
  asked_at: string | null;
  /** The last answer; null for the end of the input. */
  answer: string | null;
  /** How long it waited for answers (ms); its time to run does not count that. */
  waited_ms: Generated<number>;
  ended_at: string | null;
  /** Written as JSON text. */
  result: ColumnType<RunEnd | null, string | null, string>;
}

/** A piece of output. */
export interface RunPieceTable {
  run_id: string;
  seq: number;
  at_ms: number;
  stream: RunPiece['stream'];
  text: string;
}

/** An interview's settings of runs; if there is no row, runs are allowed and start without a data set. */
export interface RunSettingsTable {
  interview_id: string;
  is_allowed: Generated<boolean>;
  /** Written as JSON text. */
  data_set: ColumnType<DataSet | null, string | null, string | null>;
  /** Input of the next run. */
  stdin: Generated<string>;
  changed_at: Generated<string>;
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    run_pieces: RunPieceTable;
    run_settings: RunSettingsTable;
    runs: RunTable;
  }
}
