import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vitest/node';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A change that removes one check between tenants: `start` to `end` of the file becomes `text`. */
export interface Mutant {
  /** Stable while the code stays the same: file, removed code and line. */
  id: string;
  file: string;
  line: number;
  start: number;
  end: number;
  text: string;
  kind: Kind;
  what: string;
}

type Kind = 'predicate' | 'predicate in SQL' | 'declaration' | 'guard';

type Span = Pick<Mutant, 'start' | 'end' | 'text' | 'kind'>;

interface AstNode {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Columns that name the owner of a row. */
const TENANT_COLUMN = /(^|\.)(company_id|interview_id|user_id|candidate_id)$/;
const ID_COLUMN = /(^|\.)id$/;
const TENANT_VALUE = /^(companyId|interviewId|userId|candidateId|user\.id)$/;
/** Conditions of a refusal that concern identity or membership. */
const GUARD =
  /companyId|interviewId|\brole\b|\bproof\b|\bmember\b|roomCode|channel|principal|removed_at|participant\.type|event\.from|\baccess\b|claims|!candidate|\blocked\b|owner/;
const GUARDED_FILES = /features\/|platform\/(?:\w+\/)*(authenticate|tokens)\.ts$/;
const IN_SQL =
  /\b(?:\w+\.)?(?:company_id|interview_id|user_id|candidate_id|id) = (?:any\(\$\{[^}]*\}(?:::[a-z[\]]+)?\)|\$\{[^}]*\}(?:::\w+)?)/g;
/** The weaker access that a declaration is changed to. */
const WEAKER: Record<string, string> = {
  owner: 'account',
  account: 'public',
  interviewer: 'participant',
  participant: 'unauthenticated',
};

/** Returns every mutant, in the order of the files. */
export function findMutants(): Mutant[] {
  const files = globSync(['server/src/features/**/*.ts', 'server/src/platform/**/*.ts', 'contracts/src/*.ts'], {
    cwd: ROOT,
  });
  return files
    .filter((file) => !file.includes('.test.') && !file.includes('.table.'))
    .toSorted()
    .flatMap((file) => mutantsOf(relative(ROOT, `${ROOT}${file}`), readFileSync(`${ROOT}${file}`, 'utf8')));
}

/** Returns the mutants of one file. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const found: Mutant[] = [];
  const program = parseAst(source, { lang: 'ts' }, file) as unknown as AstNode;
  visit(program, (node) => {
    for (const span of spansIn(node, file, source)) {
      const line = source.slice(0, span.start).split('\n').length;
      const removed = source.slice(span.start, span.end).replaceAll(/\s+/g, ' ').trim();
      found.push({ id: `${file} ${removed} #${line}`, file, line, what: `${span.kind}: ${removed}`, ...span });
    }
  });
  return found;
}

function visit(value: unknown, look: (node: AstNode) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, look);
  else if (isNode(value)) {
    look(value);
    for (const child of Object.values(value)) visit(child, look);
  }
}

function isNode(value: unknown): value is AstNode {
  return value instanceof Object && typeof Reflect.get(value, 'type') === 'string';
}

function spansIn(node: AstNode, file: string, source: string): Span[] {
  switch (node.type) {
    case 'CallExpression':
      return predicate(node, source);
    case 'TaggedTemplateExpression':
      return sqlPredicates(node, source);
    case 'Property':
      return file.startsWith('contracts/') ? declaration(node, source) : [];
    case 'IfStatement':
      return GUARDED_FILES.test(file) ? guard(node, source) : [];
    default:
      return [];
  }
}

// `.where('company_id', '=', companyId)` as a whole.
function predicate(node: AstNode, source: string): Span[] {
  const { callee, arguments: args } = node;
  if (!isNode(callee) || !isNode(callee['property']) || callee['property']['name'] !== 'where') return [];
  if (!isNode(callee['object']) || !Array.isArray(args) || args.length !== 3) return [];
  const [column, , value]: unknown[] = args;
  if (!isNode(column) || !isNode(value) || typeof column['value'] !== 'string') return [];
  const name = column['value'];
  const isTenant = TENANT_COLUMN.test(name) || (ID_COLUMN.test(name) && TENANT_VALUE.test(textOf(value, source)));
  return isTenant ? [{ kind: 'predicate', start: callee['object'].end, end: node.end, text: '' }] : [];
}

function sqlPredicates(node: AstNode, source: string): Span[] {
  if (!isNode(node['tag']) || !/^sql\b/.test(textOf(node['tag'], source))) return [];
  return [...textOf(node, source).matchAll(IN_SQL)].map((match) => {
    const start = node.start + match.index;
    return { kind: 'predicate in SQL', start, end: start + match[0].length, text: 'true' };
  });
}

function declaration(node: AstNode, source: string): Span[] {
  const { key, value } = node;
  if (!isNode(key) || !isNode(value) || typeof value['value'] !== 'string') return [];
  const weaker = WEAKER[value['value']];
  if (!['access', 'from'].includes(textOf(key, source)) || weaker === undefined) return [];
  return [{ kind: 'declaration', start: node.start, end: node.end, text: `${textOf(key, source)}: '${weaker}'` }];
}

// Replaces the condition of a refusal with `false`.
function guard(node: AstNode, source: string): Span[] {
  const { test, consequent } = node;
  if (!isNode(test) || !isNode(consequent) || !GUARD.test(textOf(test, source))) return [];
  // A plan limit does not separate tenants.
  if (/\bcount[A-Z]/.test(textOf(test, source))) return [];
  const refuses = /^\{?\s*(throw\b|return \{ ok: false|return unauthenticated|return new AppError)/;
  return refuses.test(textOf(consequent, source))
    ? [{ kind: 'guard', start: test.start, end: test.end, text: 'false' }]
    : [];
}

function textOf({ start, end }: AstNode, source: string): string {
  return source.slice(start, end);
}
