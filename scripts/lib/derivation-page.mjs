// The generated part of docs/reference/derivation.md: the heuristic table and the facets, from the data that the code uses.
const BEGIN = '<!-- generated from the heuristics: begin -->';
const END = '<!-- generated: end -->';

const code = (text) => `\`${text}\``;

const readings = {
  path: 'the first field',
  paths: 'the last of the list',
  text: 'the first field',
  search: 'tool, pattern, path',
  memory: 'operation, detail',
  git: 'tool and first field as words',
  todo: 'the item in progress',
  shell: 'see below',
  patch: 'files in the headers',
};

function rowOf({ tools, containing = [], facets, reading, fields, commands = [], use }) {
  const names = [...tools.map(code), ...containing.map((part) => `any with ${code(part)}`)].join(', ');
  const only = commands.length > 0 ? ` (${commands.map(code).join(', ')})` : '';
  return [names + only, facets.map(code).join(', '), readings[reading], fields.map(code).join(', '), use];
}

/** A table as the formatter leaves it. */
export function table(head, rows) {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n');
}

function generated(facets, heuristics) {
  return [
    BEGIN,
    '',
    table(
      ['facet', 'what it tells'],
      Object.entries(facets).map(([name, meaning]) => [code(name), meaning]),
    ),
    '',
    table(['tool', 'facets', 'value', 'fields, in this order', 'what for'], heuristics.map(rowOf)),
    '',
    END,
  ].join('\n');
}

/** The page with its generated part brought up to date. */
export function withCurrentHeuristics(page, facets, heuristics) {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error('docs/reference/derivation.md has lost its generated part.');
  return page.slice(0, from) + generated(facets, heuristics) + page.slice(to + END.length);
}
