/** The licences of the software that runs programs. The build replaces this (web/run-assets/plugin.ts). */
export const NOTICE_URL: string = '/run/notice.txt';
