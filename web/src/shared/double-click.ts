/** If something began within this time, a press that would stop it is the second half of a double click (ms). */
export const DOUBLE_CLICK_MS = 400;
