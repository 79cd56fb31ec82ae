/** A program whose output has to be as in Node.js. */
export interface NodeProgram {
  code: string;
  stdin?: string;
  /** If it is TypeScript, for both it and the program without types. */
  isTypeScript?: boolean;
}

const THREE = '1\n2\n3\n';

/** Programs for the worker and for Node.js itself, by what they show. */
export const NODE_PROGRAMS: Readonly<Record<string, NodeProgram>> = {
  'order of a script': {
    code: `
Promise.resolve().then(() => console.log('promise'));
process.nextTick(() => console.log('tick'));
setTimeout(() => console.log('timeout'), 0);
console.log('sync');`,
  },
  'order of a module': {
    code: `
import fs from 'fs';
Promise.resolve().then(() => console.log('promise'));
process.nextTick(() => console.log('tick'));
setTimeout(() => console.log('timeout'), 0);
console.log('sync');`,
  },
  'ticks and promises in each other': {
    code: `
setTimeout(() => { console.log('t1'); process.nextTick(() => console.log('t1 tick')); Promise.resolve().then(() => console.log('t1 promise')); }, 0);
setTimeout(() => console.log('t2'), 0);
process.nextTick(() => { console.log('tick 1'); Promise.resolve().then(() => console.log('promise of tick')); process.nextTick(() => console.log('tick of tick')); });
process.nextTick((a, b) => console.log('tick 2', a, b), 1, 2);
Promise.resolve().then(() => { console.log('promise 1'); process.nextTick(() => console.log('tick of promise')); }).then(() => console.log('promise 2'));
queueMicrotask(() => console.log('microtask'));
(async () => { console.log('async'); await null; console.log('after await'); })();
console.log('sync');`,
  },
  'immediates and timers in a timer': {
    code: `
setTimeout(() => {
  setTimeout(() => console.log('timeout'), 0);
  setImmediate(() => { console.log('immediate'); process.nextTick(() => console.log('tick')); });
  setImmediate((x) => console.log('immediate 2', x), 'x');
}, 5);`,
  },
  'timers by their time': {
    code: `
setTimeout(() => console.log('30'), 30);
setTimeout(() => console.log('10'), 10);
setTimeout((a, b) => console.log('1', a, b), 1, 'a', 'b');
const stopped = setTimeout(() => console.log('never'), 5);
clearTimeout(stopped);
let count = 0;
const every = setInterval(() => { console.log('every', ++count); if (count === 3) clearInterval(every); }, 40);
setTimeout(() => console.log('unref'), 60_000).unref();
console.log(typeof every.ref, every.hasRef(), typeof +every);`,
  },
  'exit events': {
    code: `
process.on('beforeExit', (code) => console.log('before', code));
process.on('exit', (code) => console.log('exit', code, process.exitCode));
process.exitCode = 3;
setTimeout(() => console.log('last'), 1);`,
  },
  'exit with a code': {
    code: `
process.on('exit', (code) => console.log('exit', code));
process.exit(4);
console.log('never');`,
  },
  'uncaught errors that are caught': {
    code: `
process.on('uncaughtException', (error, origin) => console.log('caught', error.message, origin));
setTimeout(() => console.log('goes on'), 5);
process.on('exit', (code) => console.log('exit', code));
throw new Error('bang');`,
  },
  'rejections that are caught': {
    code: `
process.on('unhandledRejection', (reason) => console.log('caught', reason.message));
Promise.reject(new Error('bang'));
setTimeout(() => console.log('goes on'), 200);`,
  },
  'high resolution time and arguments': {
    code: `
const start = process.hrtime();
const [seconds, nanoseconds] = process.hrtime(start);
console.log(seconds, nanoseconds >= 0 && nanoseconds < 1e9, typeof process.hrtime.bigint(), process.argv.slice(2), process.argv.length);
console.log(typeof performance.now(), typeof process.uptime(), typeof process.memoryUsage().heapUsed, process.env.NOTHING);
process.stdout.write('no line break');
process.stdout.write(' then one\\n', () => console.log('written'));
console.log(require.main === module, typeof __filename, typeof exports, typeof global.setTimeout);`,
  },
  'lines before close': {
    code: `
const rl = require('readline').createInterface({ input: process.stdin });
const rows = [];
rl.on('close', () => console.log(rows.length, rows.reduce((a, b) => a + b, 0)));
rl.on('line', (line) => rows.push(Number(line)));`,
    stdin: THREE,
  },
  'data and end': {
    code: `
let text = '';
process.stdin.on('end', () => console.log(text.trim().split(/\\s+/).length));
process.stdin.on('data', (part) => { text += part; });`,
    stdin: THREE,
  },
  'readable and read': {
    code: `
let text = '';
process.stdin.on('readable', () => {
  let part;
  while ((part = process.stdin.read()) !== null) text += part;
});
process.stdin.on('end', () => console.log(text.trim().split('\\n').length));`,
    stdin: THREE,
  },
  'input as bytes and as text': {
    code: `
const chunks = [];
process.stdin.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
  const whole = Buffer.concat(chunks);
  console.log(Buffer.isBuffer(whole), whole.length, whole.toString('utf8').trim(), whole);
});`,
    stdin: 'é 2\n',
  },
  'an encoding': {
    code: "process.stdin.setEncoding('utf8'); process.stdin.on('data', (text) => console.log(typeof text, text.length)); process.stdin.on('end', () => console.log('end'));",
    stdin: 'één\n',
  },
  'input by iteration': {
    code: "(async () => { let text = ''; for await (const chunk of process.stdin) text += chunk; console.log(text.split('\\n')); })();",
    stdin: THREE,
  },
  'lines by iteration': {
    code: `
import * as readline from 'readline';
const rl = readline.createInterface({ input: process.stdin, crlfDelay: Infinity });
let sum = 0;
for await (const line of rl) { sum += Number(line); await null; }
console.log(sum);`,
    stdin: '1\r\n2\r\n3',
  },
  'a question': {
    code: `
const rl = require('node:readline').createInterface({ input: process.stdin, output: process.stdout });
rl.question('First? ', (first) => rl.question('Second? ', (second) => { console.log(first + second); rl.close(); }));
rl.on('close', () => console.log('closed'));`,
    stdin: THREE,
  },
  'a question with a promise': {
    code: `
import { createInterface } from 'node:readline/promises';
import { stdin as input, stdout as output } from 'node:process';
const rl = createInterface({ input, output });
console.log('Hello ' + (await rl.question('Name? ')));
rl.close();`,
    stdin: 'Ada\n',
  },
  'a question made a promise': {
    code: `
const { promisify } = require('util');
const rl = require('readline').createInterface({ input: process.stdin, output: process.stdout });
const ask = promisify(rl.question).bind(rl);
ask('Name? ').then((name) => { console.log('Hello ' + name); rl.close(); });`,
    stdin: 'Ada\n',
  },
  'a prompt': {
    code: `
const rl = require('readline').createInterface({ input: process.stdin, output: process.stdout, prompt: 'calc> ' });
rl.prompt();
rl.on('line', (line) => { console.log(line * 2); rl.prompt(); }).once('close', () => { console.log('bye'); process.exit(0); });`,
    stdin: THREE,
  },
  'an iterator of lines': {
    code: `
const rl = require('readline').createInterface({ input: process.stdin });
const lines = rl[Symbol.asyncIterator]();
(async () => { const n = Number((await lines.next()).value); const rest = (await lines.next()).value; console.log(n, rest); })();`,
    stdin: '2\n3 4\n',
  },
  'files for input': {
    code: `
import fs, { readFileSync, existsSync } from 'node:fs';
const all = readFileSync('/dev/stdin', 'utf-8');
console.log(all.split('\\n').length, existsSync('/nowhere'));
fs.writeSync(1, 'written\\n');
fs.writeFileSync(1, 'also\\n');
try { fs.readFileSync('/nowhere'); } catch (error) { console.log(error.code); }`,
    stdin: THREE,
  },
  'bytes of a file': {
    code: "const b = require('fs').readFileSync(0); console.log(b.toString().trim(), b.length); process.stdout.write(b);",
    stdin: 'abc\n',
  },
  'a sum of typed numbers': {
    code: `
import { readFileSync } from 'node:fs';
const [left, right]: number[] = readFileSync(0, 'utf8').trim().split(' ').map(Number);
console.log(left + right);`,
    stdin: '2 3\n',
    isTypeScript: true,
  },
  'types and a module': {
    code: `
import * as readline from "readline";
import assert from "node:assert/strict";
import type { Interface } from 'readline';
interface Row { n: number }
const rows: Row[] = [];
const rl: Interface = readline.createInterface({ input: process.stdin });
for await (const line of rl) rows.push({ n: Number(line) } satisfies Row);
assert.deepEqual(rows.map(({ n }) => n), [1, 2, 3]);
console.log(rows);
export {};`,
    stdin: THREE,
    isTypeScript: true,
  },
  'a CommonJS program with types': {
    code: "const fs = require('fs');\nconst text: string = fs.readFileSync(0, 'utf8');\nconsole.log(text.length as number);",
    stdin: 'four',
    isTypeScript: true,
  },
  assertions: {
    code: `
const assert = require('assert');
const strict = require('node:assert/strict');
const tried = (name, check) => { try { check(); console.log(name, 'ok'); } catch (error) { console.log(name, error.name, error.code, error.generatedMessage, error.message); } };
tried('plain', () => assert(true));
tried('message', () => assert(false, 'why'));
tried('strict', () => assert.strictEqual(1, 2));
tried('equal', () => assert.equal(1, '1'));
tried('not equal', () => assert.equal(1, 2));
tried('deep', () => assert.deepStrictEqual({ a: [1, new Map([['k', new Set([1])]])], d: new Date(0) }, { a: [1, new Map([['k', new Set([1])]])], d: new Date(0) }));
tried('deep prototype', () => assert.deepStrictEqual(Object.create(null), {}, 'prototypes'));
tried('deep types', () => assert.deepStrictEqual([1, '2'], [1, 2], 'types'));
tried('deep loose', () => assert.deepEqual([1, '2'], [1, 2]));
tried('deep strict alias', () => strict.deepEqual([1, '2'], [1, 2], 'strict'));
tried('holes', () => assert.deepStrictEqual([undefined], [,], 'holes'));
tried('nan', () => assert.deepStrictEqual([NaN, -0], [NaN, -0]));
tried('order', () => assert.deepStrictEqual({ a: 1, b: 2 }, { b: 2, a: 1 }));
tried('throws', () => assert.throws(() => { throw new TypeError('bad input'); }, /bad/));
tried('throws class', () => assert.throws(() => { throw new TypeError('bad'); }, TypeError));
tried('throws object', () => assert.throws(() => { throw new TypeError('bad'); }, { name: 'TypeError', message: 'bad' }));
tried('throws not', () => assert.throws(() => {}));
tried('does not throw', () => assert.doesNotThrow(() => {}));
tried('match', () => assert.match('abc', /b/));
tried('fail', () => assert.fail('boom'));
assert.rejects(Promise.reject(new Error('late')), /late/).then(() => console.log('rejects ok'));
assert.rejects(async () => 1).catch((error) => console.log(error.message));
console.log(new assert.AssertionError({ actual: 1, expected: 2, operator: 'strictEqual' }).message);`,
  },
  'differences of objects': {
    code: `
const assert = require('node:assert');
for (const [one, other] of [[{ a: 1 }, { a: 2 }], [[1, 2, 3], [1, 2, 4]]])
  try { assert.deepStrictEqual(one, other); } catch (error) { console.log(error.message); }`,
  },
  util: {
    code: `
import util, { format, inspect, promisify, isDeepStrictEqual, types, TextEncoder } from 'node:util';
console.log(format('%s is %d and %j', 'a', 4.5, { b: 1 }), isDeepStrictEqual({ a: [1] }, { a: [1] }), types.isDate(new Date()));
console.log(inspect({ a: { b: { c: { d: 1 } } } }, { depth: 0 }), inspect({ a: { b: { c: { d: 1 } } } }, { depth: null }), inspect('x'));
console.log(await promisify((a, then) => then(null, a + 1))(1), new TextEncoder().encode('é').length);
await promisify((then) => then(new Error('no')))().catch((error) => console.log(error.message));
console.log(await promisify(setTimeout)(1, 'slept'));
class Shown { [util.inspect.custom]() { return 'custom shown'; } }
console.log(new Shown(), [new Shown()]);`,
  },
  events: {
    code: `
import { EventEmitter, once } from 'events';
import Default from 'node:events';
class Shop extends EventEmitter { constructor() { super(); this.stock = 1; } }
const shop = new Shop();
shop.on('sold', function (what, n) { console.log(this === shop, what, n); });
shop.once('sold', () => console.log('once'));
console.log(shop.emit('sold', 'tea', 2), shop.emit('sold', 'tea', 3), shop.emit('nothing'), shop.listenerCount('sold'));
setTimeout(() => shop.emit('later', 1, 2), 1);
console.log(await once(shop, 'later'), Default === EventEmitter);
try { shop.emit('error', new Error('unheard')); } catch (error) { console.log(error.message); }
const off = () => console.log('never');
shop.on('x', off); shop.off('x', off); console.log(shop.emit('x'), shop.eventNames());`,
  },
  'old emitters': {
    code: `
const EventEmitter = require('events');
const util = require('util');
function Old() { EventEmitter.call(this); }
util.inherits(Old, EventEmitter);
const old = new Old();
old.on('a', (x) => console.log('a', x));
old.emit('a', 1);`,
  },
  'small modules': {
    code: `
import path from 'path';
import os, { EOL } from 'os';
import { performance } from 'perf_hooks';
import { setTimeout as sleep, setImmediate as soon } from 'timers/promises';
import { URL, fileURLToPath } from 'url';
import { StringDecoder } from 'string_decoder';
import { Buffer } from 'buffer';
console.log(path.join('/a', '..', 'b', './c.txt'), path.basename('/a/b.txt', '.txt'), path.extname('x.tar.gz'), path.dirname('/a/b'), path.resolve('/a', 'b', '../c'), path.relative('/a/b', '/a/c/d'), path.parse('/a/b.txt').name, path.normalize('a//b/../c/'));
console.log(JSON.stringify(EOL), typeof performance.now(), await sleep(1, 'slept'), await soon('soon'), new URL('https://a.b/c?d=1').searchParams.get('d'), fileURLToPath('file:///a/b'));
const decoder = new StringDecoder('utf8');
console.log(decoder.write(Buffer.from([0xc3])) + decoder.write(Buffer.from([0xa9])) + decoder.end());
console.log(typeof os.platform());`,
  },
  buffers: {
    code: `
console.log(Buffer.from('héllo').toString('hex'), Buffer.from('aGk=', 'base64').toString(), Buffer.from('hi').toString('base64'), Buffer.alloc(3), Buffer.from([1, 2, 300]));
console.log(Buffer.concat([Buffer.from('a'), Buffer.from('b')]).toString(), Buffer.byteLength('é'), Buffer.from('abc').equals(Buffer.from('abc')), Buffer.compare(Buffer.from('a'), Buffer.from('b')));
const b = Buffer.alloc(8); b.writeUInt32BE(0xdeadbeef, 0); b.writeInt16LE(-2, 4); console.log(b, b.readUInt32BE(0).toString(16), b.readInt16LE(4), b.slice(0, 2), b.subarray(4, 6).length);
console.log(JSON.stringify(Buffer.from('hi')), Buffer.from('abcabc').indexOf('ca'), Buffer.from('abc').includes('b'), Buffer.isBuffer(b), Buffer.from(new Uint8Array([104, 105])) + '');
console.log([...Buffer.from('ab').entries()], Buffer.from('ff00', 'hex')[0], Buffer.from('é', 'latin1').length);`,
  },
  hashes: {
    code: `
import crypto, { createHash, randomUUID, randomBytes, createHmac, randomInt } from 'node:crypto';
for (const name of ['sha256', 'sha1', 'md5']) console.log(name, createHash(name).update('hello ').update('wörld').digest('hex'), createHash(name).update('a'.repeat(200)).digest('base64'));
console.log(createHmac('sha256', 'key').update('data').digest('hex'), createHash('sha256').digest().length, Buffer.isBuffer(createHash('md5').digest()));
console.log(/^[\\da-f]{8}-[\\da-f]{4}-4[\\da-f]{3}-[89ab][\\da-f]{3}-[\\da-f]{12}$/.test(randomUUID()), randomBytes(4).toString('hex').length, randomInt(1, 2), crypto.createHash === createHash);`,
  },
  'imports by call': {
    code: `
const { readFileSync } = await import('node:fs');
const path = (await import('path')).default;
import('util').then(({ format }) => console.log(format('%s', 'later')));
console.log(typeof readFileSync, path.sep);
export const unused = 1;`,
  },
  'an import by call in a script': {
    code: "import('node:os').then((os) => console.log(typeof os.EOL, typeof os.default.EOL));\nconsole.log(typeof require);",
  },
  'imports of every form': {
    code: `
import 'fs';
import fs, { readFileSync as read } from 'fs';
import * as all from 'node:fs';
import { default as again } from "fs";
export { format } from 'util';
export * from 'path';
export default class {}
console.log(fs === again, all.readFileSync === read, typeof all.default.readFileSync, this, import.meta !== undefined);
const text = "import x from 'express'"; // import y from 'nothing'
console.log(text, \`require('express')\`, /import z from 'left-pad'/.source);`,
  },
  'shown values': {
    code: `
console.log({ a: 1, nested: { deep: { deeper: { deepest: 1 } } }, list: [1, 2, 3], text: 'it\\'s', f() {}, g: class A {}, s: Symbol('x'), [Symbol('k')]: 1, u: undefined, n: null, d: new Date(0), r: /x/g });
console.log(new Map([['a', { b: 1 }]]), new Set([1, 'a']), [1, , 3], [undefined, null], -0, [1.5, -2], 10n, [10n]);
console.log(Array.from({ length: 120 }, (_, i) => i));
console.log(['apple', 'banana', 'cherry', 'dragonfruit', 'elderberry', 'fig', 'grape', 'honeydew'], [['a', 1], ['b', 2]]);
console.log({ name: 'a rather long value that needs space', other: 'another rather long value that needs space', third: [1, 2, 3] });
console.log([{ id: 1, name: 'Ada Lovelace', tags: ['x', 'y'] }, { id: 2, name: 'Grace Hopper', tags: [] }]);
class Point { constructor() { this.x = 1; } } class Sub extends Point {} console.log(new Point(), new Sub(), Object.create(null), Object.create({}), [new Point()]);
console.log([[[[1]]]], { a: [] , b: {} }, [[]], new Array(3), new WeakMap());
console.log('%s|%i|%f|%j|%%|%o', 'a', 42.9, 1.5, { a: 1 }, 'x', 'rest', { b: 2 });
console.log([1.25, 22.5, 333, 4444, 55555, 1, 2], ['a\\nb', "it's"], [true, false], { 'a-b': 1, 2: 3 });
console.log(new Uint8Array([1, 2]), new Float64Array(2), Symbol('a'), [Symbol.iterator], function named() {}, () => {}, class B extends Point {}, async () => {}, function* gen() {});
const circle = { name: 'c' }; circle.self = circle; console.log(circle);
console.log({ get a() { return 1; }, set b(v) {}, get c() { return 1; }, set c(v) {} }, [new Map([[{ a: 1 }, new Set([[1]])]])]);
console.log('a'.repeat(200).length, ['a'.repeat(80), 'b'.repeat(80)], { long: 'x'.repeat(100) });
console.log(Object.assign(() => {}, { a: 1 }), Object.assign([1, 2], { extra: true }), new Number(3), new String('abc'), [new Boolean(false)]);
console.log([1, 2, 3].entries(), 'ab'[Symbol.iterator](), (function () { return arguments; })(1, 2));`,
  },
  'a console': {
    code: `
console.group('G'); console.log('in'); console.group(); console.log({ a: 1 }); console.groupEnd(); console.groupEnd(); console.log('out');
console.table([{ a: 1, b: 'x' }, { a: 2 }]); console.table([[1, 2], [3, 4]]); console.table(['p', 'q']);
console.count(); console.count('x'); console.count(); console.dir({ a: { b: { c: { d: 1 } } } }, { depth: 0 }); console.assert(true, 'no');`,
  },
  'an error in a timer': {
    code: "console.log(1);\nsetTimeout(() => {\n  null.x;\n}, 1);\nsetTimeout(() => console.log('never'), 20);",
  },
  'an error in a tick': {
    code: "process.nextTick(() => {\n  throw new TypeError('t');\n});\nprocess.on('exit', (c) => console.log('exit', c));",
  },
  'an error in a listener': {
    code: "const rl = require('readline').createInterface({ input: process.stdin });\nrl.on('line', (l) => {\n  throw new Error(l);\n});",
    stdin: 'a\nb\n',
  },
  'the first part of the input': {
    code: "process.stdin.once('data', (d) => { console.log(String(d).trim()); });\nprocess.stdin.on('end', () => console.log('end'));",
    stdin: 'abc\n',
  },
  'the end of the input alone': {
    code: "process.stdin.resume(); process.stdin.on('end', () => console.log('end'));",
    stdin: 'abc\n',
  },
  'a pipe from input to output': { code: 'process.stdin.pipe(process.stdout);', stdin: 'abc\ndef\n' },
  'an empty input': {
    code: "process.stdin.on('data', () => console.log('data')); process.stdin.on('end', () => console.log('end'));",
  },
  'an empty input that is read': {
    code: "process.stdin.on('readable', () => { let c; while ((c = process.stdin.read()) !== null) console.log('got', c); }); process.stdin.on('end', () => console.log('end'));",
  },
  'input by sizes': {
    code: "process.stdin.setEncoding('utf8'); process.stdin.on('readable', () => { let c; while ((c = process.stdin.read(2)) !== null) console.log('got', c); }); process.stdin.on('end', () => console.log('end'));",
    stdin: 'abcdef',
  },
  'questions one after another': {
    code: "const rl = require('readline').createInterface({ input: process.stdin, output: process.stdout });\nlet sum = 0;\nconst ask = () => rl.question('n: ', (a) => { sum += +a; if (sum < 6) ask(); else { console.log('sum', sum); rl.close(); } });\nask();",
    stdin: '1\n2\n3\n',
  },
  'empty lines': {
    code: "const rl = require('readline').createInterface(process.stdin, process.stdout);\nconst lines = []; rl.on('line', l => lines.push(l)).on('close', () => console.log(lines));",
    stdin: 'a\n\nb',
  },
  'lines after a close': {
    code: "const rl = require('readline').createInterface({ input: process.stdin });\nrl.on('line', l => { console.log(l); if (l === 'b') rl.close(); }); rl.on('close', () => console.log('closed'));",
    stdin: 'a\nb\nc\n',
  },
  'a promise of the close': {
    code: "const { once } = require('events'); const rl = require('readline').createInterface({ input: process.stdin });\n(async () => { rl.on('line', (l) => console.log('line', l)); await once(rl, 'close'); console.log('done'); })();",
    stdin: 'a\nb\n',
  },
  'rejections that are handled': {
    code: "Promise.reject(new Error('a')).catch(() => console.log('caught')); new Promise((_, r) => r(1)).then(() => {}, () => console.log('two'));",
  },
  'a rejection with a text': { code: "setTimeout(() => console.log('never'), 200);\nPromise.reject('why');" },
  'many promises': {
    code: "let n = 0; function f() { if (n++ < 1000) Promise.resolve().then(f); else console.log('done', n); } f(); setTimeout(() => console.log('timeout', n), 0); setImmediate(() => console.log('immediate'));",
  },
  'many ticks': {
    code: "let n = 0; function f() { if (n++ < 1000) process.nextTick(f); else console.log('done', n); } f(); setTimeout(() => console.log('timeout', n), 0);",
  },
  'listeners that wait': {
    code: "const { EventEmitter } = require('events'); const e = new EventEmitter(); e.on('a', async () => { console.log(1); await null; console.log(3); }); e.emit('a'); console.log(2);",
  },
  'a wait that is aborted': {
    code: "import { setTimeout as sleep } from 'timers/promises';\nconst c = new AbortController(); setTimeout(() => c.abort(), 1);\ntry { await sleep(1000, null, { signal: c.signal }); } catch (e) { console.log(e.name, e.code); }",
  },
  'what a console prints': {
    code: "console.log(new Error('x').message, String(new TypeError('y'))); console.log([1,2,3].map(String), 'a', true, null, undefined, 1n, Symbol('s')); console.info('i'); console.debug('d'); console.log(); console.log(''); console.log('%c red', 'color: red'); console.log('%d', '42', '%s');",
  },
  formats: {
    code: "console.log('%s %s', 'a'); console.log('100%', 5); console.log('%s', { a: { b: { c: 1 } } }, [1]); console.log('%s', null, undefined, -0, 5n, Symbol('x')); console.log('%O', { a: { b: { c: { d: {} } } } }); console.log('%i %f', '12.7abc', '1.5x'); console.log('%j', { toJSON() { return 'j'; } });",
  },
  'instances of classes': {
    code: 'class A { #p = 1; x = [1]; get y() { return 1; } static s = 2; } console.log(new A(), A, [A], { A }); class B extends Map {} console.log(new B([[1, 2]])); class L extends Array {} console.log(L.from([1, 2])); console.log(Object.create({ a: 1 }), Object.assign(Object.create(A.prototype), { z: 1 })); console.log(new (class {})(), new (class Foo { constructor() { this.self = this; } })());',
  },
  'dates and patterns': {
    code: "console.log([new Date(0)], { r: /x/g, d: new Date(NaN) }, [function () {}, class {}], [Symbol('a')], [null, undefined, NaN]);",
  },
  'lists in lists': {
    code: "console.log([[1, [2, [3, [4]]]]], { a: [{ b: { c: {} } }] }, [[], [[]]], new Set([[1, 2], { a: 1 }]), new Map([[{ k: 1 }, [1]]])); console.log(Array.from({ length: 30 }, (_, i) => 'item' + i)); console.log(Array.from({ length: 3 }, () => Array.from({ length: 3 }, () => 0)));",
  },
  'the scope of a file': {
    code: 'var a = 1; function f() {} this.b = 2; console.log(this === module.exports, this, globalThis.a, typeof globalThis.f, arguments.length); console.log((function () { return this === globalThis; })());',
  },
  'names of the language as classes': {
    code: 'class Promise { a = 1; } class Map { b = 2; } class Set {} function setTimeout() { return 3; } const Error = 4;\nconsole.log(new Promise(), new Map(), new Set(), setTimeout(), Error); (async () => { console.log(await null); })();',
  },
  'a return outside of functions': {
    code: "const n = 1;\nif (n) { console.log('early'); return; }\nconsole.log('never');",
  },
  'a strict script': {
    code: "'use strict';\nconsole.log((function () { return this; })());\ntry { undeclared = 1; } catch (e) { console.log(e.name); }",
  },
  'a line for shells': { code: "#!/usr/bin/env node\nconsole.log('runs');" },
  'a text of a blob': { code: "new Blob(['a', 'b']).text().then(console.log); console.log('first');" },
  'a stream of the browser': {
    code: "(async () => { const reader = new Blob(['a'.repeat(1e6)]).stream().pipeThrough(new CompressionStream('gzip')).getReader(); let n = 0; for (;;) { const { done, value } = await reader.read(); if (done) break; n += value.length; } console.log(n > 0); })(); console.log('first');",
  },
  'an await of a module that never ends': {
    code: "import 'fs';\nconsole.log('before'); process.on('exit', (code) => console.log('exit', code));\nawait new Promise(() => {});\nconsole.log('after');",
  },
  'an await that a timer ends': {
    code: "console.log('before');\nconsole.log(await new Promise((r) => setTimeout(r, 1_200, 'late')));\nexport {};",
  },
};
