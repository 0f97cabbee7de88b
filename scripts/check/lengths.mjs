import { readSources } from '../lib/files.mjs';
import { lineOf, parse, walk } from '../lib/parse.mjs';

const MAX_FUNCTION_LINES = 60;
const MAX_FILE_LINES = 300;
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** Lengths of functions and files, counted on the syntax tree and apart from the linter. Comments and blank lines are free. */
export function lengths() {
  const sources = [...readSources()].filter(([path]) => !path.endsWith('.test.ts') && !/(^|\/)test\//.test(path));
  const measured = sources.map(([path, text]) => measureFile(path, text));
  const functions = measured.flatMap((file) => file.functions).toSorted((a, b) => b.lines - a.lines);
  const files = measured.toSorted((a, b) => b.lines - a.lines);
  const problems = [
    ...functions
      .filter(({ lines }) => lines > MAX_FUNCTION_LINES)
      .map(({ where, lines }) => `${where}: a function of ${lines} lines`),
    ...files
      .filter(({ lines }) => lines > MAX_FILE_LINES)
      .map(({ where, lines }) => `${where}: a file of ${lines} lines`),
  ];
  const longest = (list) => list.slice(0, 10).map(({ where, lines }) => `${where} ${lines}`);
  return {
    saw: measured.length,
    unit: 'files',
    problems,
    note: `${functions.length} functions, median ${functions[functions.length >> 1]?.lines ?? 0} lines`,
    details: ['longest functions:', ...longest(functions), 'longest files:', ...longest(files)],
  };
}

/** Code lines of a file and of each function in it. */
export function measureFile(path, text) {
  const { program, comments } = parse(path, text);
  const code = codeLines(text, comments);
  const count = (from, to) => code.slice(from - 1, to).filter(Boolean).length;
  const functions = [];
  walk(program, (node) => {
    if (!FUNCTIONS.has(node.type)) return;
    const [from, to] = [lineOf(text, node.start), lineOf(text, node.end)];
    functions.push({ where: `${path}:${from}`, lines: count(from, to) });
  });
  return { where: path, lines: code.filter(Boolean).length, functions };
}

/** One flag per line: true when something other than a comment or white space stands on it. */
function codeLines(text, comments) {
  let blanked = text;
  for (const { start, end } of comments) {
    blanked = blanked.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, ' ') + blanked.slice(end);
  }
  return blanked.split('\n').map((line) => line.trim() !== '');
}
