const FIGURES = [
  ['R@5', 'recall5'],
  ['R@10', 'recall10'],
  ['MRR', 'mrr'],
  ['nDCG@10', 'ndcg10'],
];

const percent = (share) => (share * 100).toFixed(1);
const signed = (points) => (Math.abs(points) < 0.05 ? '0' : `${points > 0 ? '+' : '−'}${Math.abs(points).toFixed(1)}`);

/** A part's row says what taking it away changes; every other row says where it stands. */
function figuresOf(row, design) {
  return FIGURES.map(([, name]) =>
    row.part ? signed((row.scores[name] - design.scores[name]) * 100) : percent(row.scores[name]),
  );
}

const cells = (values) => `| ${values.join(' | ')} |`;

function groupTable(set, group, rows) {
  const scored = rows.map((row) => ({ ...row, scores: row.groups?.get(group) }));
  const [design] = scored;
  const lines = scored.map((row) =>
    row.scores
      ? cells([row.name, ...figuresOf(row, design), row.p50.toFixed(2), row.p99.toFixed(1), row.addMs.toFixed(2)])
      : cells([row.name, row.failure, ...Array.from({ length: FIGURES.length + 2 }, () => '')]),
  );
  return [
    `\n### ${set.name}: ${group} (${design.scores.n} queries)\n`,
    cells(['', ...FIGURES.map(([title]) => title), 'search p50 ms', 'p99', 'add ms/item']),
    cells(['---', ...Array.from({ length: FIGURES.length + 3 }, () => '--:')]),
    ...lines,
  ].join('\n');
}

/** One table in Markdown for each group of queries. The first row is the design that parts are taken from. */
export function resultTable(set, rows) {
  return [...rows[0].groups.keys()].map((group) => groupTable(set, group, rows)).join('\n');
}
