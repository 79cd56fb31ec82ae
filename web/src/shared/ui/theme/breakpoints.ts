// The media queries that scripts use. The widths of style sheets are listed in tokens.css.

/** A phone held upright, or a window as narrow. */
export const PHONE = '(max-width: 719px)';
/** A phone, upright or on its side. */
export const SMALL_SCREEN = '(max-width: 719px), (max-height: 480px)';
/** The settings are one page from here on; below, a list opens each section. */
export const ONE_PAGE = '(min-width: 761px)';
/** Lists are tables from here on, cards below. */
export const TABLE = '(min-width: 720px)';
/** The room's bar shows its actions with their labels from here on. */
export const WIDE = '(min-width: 1100px)';
