/** 95 % of a normal distribution lie so many standard errors around its mean. */
const Z = 1.96;

const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
const share = (part, whole) => (whole === 0 ? 0 : (100 * part) / whole);

function sharesOf(sessions) {
  const of = (arm) =>
    share(sum(sessions.map((each) => each[arm].followed)), sum(sessions.map((each) => each[arm].lines)));
  return { learned: of('learned'), neutral: of('neutral') };
}

/** The mean of what each session had more of followed lines, in points, and the half of its interval. */
function difference(sessions) {
  const each = sessions.map(
    ({ learned, neutral }) => share(learned.followed, learned.lines) - share(neutral.followed, neutral.lines),
  );
  const mean = sum(each) / Math.max(1, each.length);
  const variance = sum(each.map((one) => (one - mean) ** 2)) / Math.max(1, each.length - 1);
  return { mean, half: Z * Math.sqrt(variance / Math.max(1, each.length)) };
}

function verdictOf({ mean, half }) {
  if (Math.abs(mean) <= half) return 'no difference that these sessions can show';
  return mean > 0 ? 'learning raises the share of followed lines' : 'learning lowers the share of followed lines';
}

function countOutcomes(sessions) {
  const counts = {};
  for (const { outcome } of sessions) counts[outcome ?? 'unknown'] = (counts[outcome ?? 'unknown'] ?? 0) + 1;
  return counts;
}

/** The share of followed lines with learned weights and with neutral ones, by thirds of the history. */
export function describeLearning({ sessions, moved }) {
  const third = Math.ceil(sessions.length / 3);
  const rows = [0, 1, 2].map((at) => [`${at + 1}. third`, sessions.slice(at * third, (at + 1) * third)]);
  const outcomes = Object.entries(countOutcomes(sessions));
  const line = ([name, part]) => {
    const { learned, neutral } = sharesOf(part);
    const differ = share(part.filter((each) => each.differ).length, part.length);
    const lines = sum(part.map((each) => each.learned.lines)) / Math.max(1, part.length);
    return `| ${[name, part.length, lines.toFixed(1), `${learned.toFixed(1)} %`, `${neutral.toFixed(1)} %`, `${differ.toFixed(0)} %`].join(' | ')} |`;
  };
  const all = difference(sessions);
  return [
    `${sessions.length} sessions: ${outcomes.map(([name, count]) => `${count} ${name}`).join(', ')}; ${moved} memories have another weight than 1`,
    '',
    '| sessions | number | lines a block | followed, learned | followed, neutral | blocks that differ |',
    '| --- | --- | --- | --- | --- | --- |',
    ...[...rows, ['all', sessions]].map(line),
    '',
    `Followed lines of a block, learned minus neutral: ${all.mean.toFixed(2)} points ± ${all.half.toFixed(2)} (95 %): ${verdictOf(all)}.`,
    '',
  ].join('\n');
}
