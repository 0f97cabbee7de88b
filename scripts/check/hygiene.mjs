import { listFiles, readText } from '../lib/files.mjs';
import { HYGIENE_PLANTS, hygieneViolations } from '../lib/hygiene.mjs';

const TEXT = /(\.(tsx?|mts|mjs|js|css|html|json|md|sql|yml|yaml|sh|svg|txt)|\/run|ignore|\.npmrc)$/;

/** Machine paths, registry hosts, switched-off checks and tests, swallowed errors. Proves first that each rule bites. */
export function hygiene() {
  const missed = HYGIENE_PLANTS.filter(
    ([path, text, says]) => !hygieneViolations(path, text).some((one) => one.includes(says)),
  );
  const paths = listFiles().filter((path) => TEXT.test(path));
  const problems = [
    ...missed.map(([path, text]) => `the gate misses a planted violation in ${path}: ${text}`),
    ...paths.flatMap((path) => hygieneViolations(path, readText(path))),
  ];
  return { saw: paths.length, unit: 'files', problems, note: `${HYGIENE_PLANTS.length} planted violations caught` };
}
