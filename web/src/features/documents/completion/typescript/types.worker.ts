import { start } from 'monaco-editor/editor/editor.worker.start';
import { ProgramWorker } from './program-worker.ts';

start((context) => new ProgramWorker(context));
