import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

const root = fileURLToPath(new URL('../..', import.meta.url));
const CITATION = /\[((?:S\d|C)-\d{3}(?:[,\s]+(?:S\d|C)-\d{3})*)\]/g;

/** Where each requirement is cited: id → files. `files` counts the test files read, `titles` the tests found in them. */
export interface Citations {
  readonly files: number;
  readonly titles: number;
  readonly citedIn: ReadonlyMap<string, readonly string[]>;
}

/** Reads every test file of the workspace and the suites that they share. */
export function readCitations(): Citations {
  const files = testFiles();
  const citedIn = new Map<string, string[]>();
  let titles = 0;
  for (const file of files) {
    const found = titlesOf(readFileSync(join(root, file), 'utf8'));
    titles += found.length;
    for (const id of found.flatMap(citedIds)) citedIn.set(id, [...(citedIn.get(id) ?? []), file]);
  }
  return { files: files.length, titles, citedIn };
}

/** The titles of the tests in a source text, read from its syntax tree: a comment or a string cites nothing. */
export function titlesOf(source: string): string[] {
  const titles: string[] = [];
  visitCalls(parseSync('x.test.ts', source).program, (call) => {
    const title = isTestFunction(call['callee']) ? textOf((call['arguments'] as unknown[])[0]) : null;
    if (title !== null) titles.push(title);
  });
  return titles;
}

/** The requirement ids that a title cites: `[S0-001]` or `[S0-001, S0-002]`. */
export function citedIds(title: string): string[] {
  return [...title.matchAll(CITATION)].flatMap((match) => match[1]!.split(/[,\s]+/));
}

type SyntaxNode = Record<string, unknown>;

function visitCalls(node: unknown, visit: (call: SyntaxNode) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if ((node as SyntaxNode)['type'] === 'CallExpression') visit(node as SyntaxNode);
  for (const child of Object.values(node)) visitCalls(child, visit);
}

/** `test`, `it`, and what hangs on them: `test.each(…)`, `test.prop(…)`, `it.concurrent`. */
function isTestFunction(callee: unknown): boolean {
  const node = callee as SyntaxNode;
  if (node['type'] === 'Identifier') return node['name'] === 'test' || node['name'] === 'it';
  if (node['type'] === 'MemberExpression') return isTestFunction(node['object']);
  return node['type'] === 'CallExpression' && isTestFunction(node['callee']);
}

function textOf(argument: unknown): string | null {
  const node = (argument ?? {}) as SyntaxNode;
  if (node['type'] === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node['type'] !== 'TemplateLiteral') return null;
  return (node['quasis'] as { value: { raw: string } }[]).map(({ value }) => value.raw).join('%s');
}

function testFiles(): string[] {
  const all = ['packages', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
  const ignored = /(^|\/)(node_modules|dist)\//;
  const isTest = /(\.test\.ts$|^packages\/[^/]+\/test\/(contracts|integration|property|pins)\/.*\.ts$)/;
  return all.filter((path) => isTest.test(path) && !ignored.test(path)).toSorted();
}
