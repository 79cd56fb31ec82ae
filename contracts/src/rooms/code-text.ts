// C0 control characters except tab and line feed: Postgres refuses NUL, and none of them is part of code.
const CONTROLS = '\\u0000-\\u0008\\u000b-\\u001f';
const FORBIDDEN = new RegExp(`[${CONTROLS}]`);
const ALL_FORBIDDEN = new RegExp(`[${CONTROLS}]`, 'g');

/** Returns a text as stored code: lines end with LF, no control characters, no lone surrogates. */
export function cleanCode(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(ALL_FORBIDDEN, '').toWellFormed();
}

/** Whether a text has a control character that stored code never has; a carriage return is one. */
export function hasForbiddenControl(text: string): boolean {
  return FORBIDDEN.test(text);
}
