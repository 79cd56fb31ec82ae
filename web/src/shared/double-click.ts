/** A press this soon after another one took effect is the second half of a double click (ms). */
export const DOUBLE_CLICK_MS = 400;
