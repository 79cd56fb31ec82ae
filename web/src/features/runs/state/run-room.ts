import type { EventName, PayloadOf, SendEvent } from '@cip/contracts/client-events';
import type { RunFile } from '@cip/contracts/runs/runs';
import type { ReadableStore } from '../../../shared/store.ts';
import type { Runtime } from '../sandbox/runtimes.ts';
import type { Sandbox } from '../sandbox/sandbox-types.ts';

/** The events about runs. */
export type RunEvent = Extract<EventName, `run:${string}`>;
export type SendRunEvent = SendEvent<RunEvent>;

/** The part of the room's state that runs depend on. */
export interface RunRoomState {
  isConnected: boolean;
  language: string;
  self: { id: string; name: string } | null;
  participants: readonly { id: string }[];
  /** Set once the interview is over for this participant. */
  ended: unknown;
}

export interface Runtimes {
  /** Returns the runtime of a language, or null if no browser here executes it. */
  runtimeOf(language: string): Runtime | null;
  /** Whether the runtime's files are on this device. */
  isCached(language: string): Promise<boolean>;
}

/** A run without a connection, until the server has it. */
export interface OfflineRun {
  run: Omit<PayloadOf<'run:enter'>, 'agoMs'>;
  /** When it was requested by this device's clock, in milliseconds since 1970. */
  at: number;
}

/** A participant's runs of one room that the server does not have. If the device refuses storage, it keeps none. */
export interface OfflineRunStore {
  add(run: OfflineRun): Promise<void>;
  list(): Promise<OfflineRun[]>;
  remove(id: string): Promise<void>;
}

/** The functions of the room and the device that runs need. */
export interface RunRoom {
  /** Sends an event about runs over the room's connection. */
  request: SendRunEvent;
  state: ReadableStore<RunRoomState>;
  /** Set if runs are of no interest to others, as on the page to try the editor. */
  isAlone?: true;
  isInterviewer: boolean;
  userName: string;
  /** The text of the first file as the editor shows it. */
  text: () => string;
  /** All files in their order, the first with its text; undefined if there is one, as in rooms without this. */
  files?: () => RunFile[] | undefined;
  /** Calls the listener after each change of a text or of the files; returns the unsubscribe function. */
  onTextChange: (listener: () => void) => () => void;
  /** Returns the name of a language for users. */
  labelOf: (language: string) => string;
  /** Returns the lines that others have not sent yet, such as "Ada’s line 4"; empty if there are none. */
  unsentLines: () => string;
  /** Sends the text that the typing mode holds back, and waits for a while until every edit is on its way. */
  flush: () => Promise<void>;
  device: 'laptop' | 'tablet' | 'phone';
  runtimes: Runtimes;
  openSandbox: () => Promise<Sandbox>;
  offlineRuns: OfflineRunStore;
  /** Whether the user refuses to run other participants' code on this device. */
  isRefusingOthers: () => boolean;
  /** Shows a message of the server. */
  notify: (message: string) => void;
}
