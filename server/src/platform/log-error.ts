/** An error in the log. */
type LoggedError = {
  type: string;
  message: string;
  code?: string;
  /** The table of a database error; never a row's values. */
  table?: string;
  constraint?: string;
  stack: string;
  cause?: LoggedError;
};

/** The code of a database error in the form of the SQL standard. */
const SQL_STATE = /^[0-9A-Z]{5}$/;

/**
 * Serializes an error for the log. Messages of Postgres and JSON.parse quote values, which may be names or code, so
 * only their type and code are logged. Other errors are logged with their message, without further properties.
 */
export function logError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const code = textOf(error, 'code');
  const isQuoting = error instanceof SyntaxError || (code !== undefined && SQL_STATE.test(code));
  const [table, constraint] = [textOf(error, 'table'), textOf(error, 'constraint')];
  return {
    type: error.constructor.name,
    message: isQuoting ? `${error.constructor.name} ${code ?? ''}`.trim() : error.message,
    ...(code !== undefined && { code }),
    ...(table !== undefined && { table }),
    ...(constraint !== undefined && { constraint }),
    stack: framesOf(error),
    ...(error.cause !== undefined && { cause: logError(error.cause) }),
  };
}

function textOf(error: Error, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
}

/** Returns the stack without its first part, the message. */
function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
