/** An error as the log keeps it. */
type LoggedError = {
  type: string;
  message: string;
  code?: string;
  /** What a database error is about; never a row's values. */
  table?: string;
  constraint?: string;
  stack: string;
  cause?: LoggedError;
};

/** The code of a database error, as the SQL standard has them. */
const SQL_STATE = /^[0-9A-Z]{5}$/;

/**
 * An error for the log. What Postgres and JSON.parse say of an error quotes the values that caused it, names and code
 * among them: of those only the kind is kept. Of all others the message, and no further properties.
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

// The stack begins with the message; the places follow.
function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
