/** The types of react by path, which the build fills in (web/library-types.ts). */
export const FILES: Record<string, string> = {};
