import url from 'browser-basedpyright/dist/pyright.worker.js?url';

/** Address of basedpyright's worker, a classic script. The build puts a smaller file here (web/python-worker.ts). */
export const WORKER_URL = url;
