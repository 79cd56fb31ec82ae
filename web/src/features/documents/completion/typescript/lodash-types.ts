/** The types of lodash by path, which the build fills in (web/library-types.ts). */
export const FILES: Record<string, string> = {};
