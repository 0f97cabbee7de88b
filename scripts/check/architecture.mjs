import { architectureViolations } from '../lib/architecture.mjs';
import { readSources } from '../lib/files.mjs';
import { ARCHITECTURE_ALLOWED, ARCHITECTURE_PLANTS } from '../lib/planted-violations.mjs';

/** Import directions, room borders and circles. Proves first that each rule still catches its planted violation. */
export function architecture() {
  const sources = new Map([...readSources('packages')].filter(([path]) => /^packages\/[^/]+\/src\//.test(path)));
  const problems = [...plantProblems(), ...architectureViolations(sources)];
  return {
    saw: sources.size,
    unit: 'source files',
    problems,
    note: `${ARCHITECTURE_PLANTS.length} planted violations caught`,
  };
}

function plantProblems() {
  const missed = ARCHITECTURE_PLANTS.filter(({ says, files }) => {
    const reported = architectureViolations(new Map(Object.entries(files)));
    return !reported.some((sentence) => sentence.includes(says));
  });
  const falseAlarms = architectureViolations(new Map(Object.entries(ARCHITECTURE_ALLOWED)));
  return [
    ...missed.map(({ says, files }) => `the gate misses a planted violation ("${says}"): ${JSON.stringify(files)}`),
    ...falseAlarms.map((sentence) => `the gate forbids what is allowed: ${sentence}`),
  ];
}
