import { SWITCH } from './switches.ts';

const on = process.env['MUTANT'];
Reflect.set(globalThis, SWITCH, (id: string) => id === on);
