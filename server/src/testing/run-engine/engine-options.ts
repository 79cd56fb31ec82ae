/** The behaviour of the stand-in. */
export interface EngineOptions {
  /** Header and value that every request must have. */
  token: { header: string; value: string } | null;
  /** Whether Piston's WebSocket is offered; a proxy may not. */
  hasConnect: boolean;
  /** Answers every request with a redirect to this address. */
  redirectTo: string | null;
  /** The body of every answer to a program, with the status of success; null for the real ones. */
  oddAnswer: string | null;
  /** Longest run that Piston and Judge0 allow (ms). */
  runLimitMs: number;
}

/** A reply of the stand-in: an HTTP status and a body. */
export interface EngineReply {
  status: number;
  body: string;
  /** Closes the connection after half of the body. */
  isCut?: boolean;
  /** Never answers. */
  isSilent?: boolean;
}
