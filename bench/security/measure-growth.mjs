// How the work grows with a text that was written to make it grow: each seed again and again, to a length and to twice that. Linear work is near 2.

const LENGTHS = [4096, 8192];
const ROUNDS = 3;

/** The three texts with the most work for a detector, and the one whose work grows most. */
export async function measureGrowth(name, look, seeds) {
  const all = [];
  for (const seed of seeds) all.push(await growthOf(seed, look));
  const slowest = all.toSorted((a, b) => b.long - a.long);
  const [steepest] = all.filter(({ long }) => long > 2).toSorted((a, b) => b.long / b.short - a.long / a.short);
  process.stdout.write(
    `${name} of ${seeds.length} texts of ${LENGTHS[1]} characters made to take long, the slowest:\n`,
  );
  for (const one of [...slowest.slice(0, 3), ...(steepest ? [steepest] : [])]) process.stdout.write(lineOf(one));
}

const lineOf = ({ seed, short, long }) =>
  `  ${long.toFixed(1)} ms, ${(long / short).toFixed(1)} times that of half the length: ${JSON.stringify(seed.slice(0, 60))}\n`;

async function growthOf(seed, look) {
  const timeOf = (length) => {
    const text = seed.repeat(Math.ceil(length / seed.length)).slice(0, length);
    return leastOf(() => look(text));
  };
  return { seed, short: await timeOf(LENGTHS[0]), long: await timeOf(LENGTHS[1]) };
}

/** Of processor time, so that a busy machine does not count. */
async function leastOf(work) {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
