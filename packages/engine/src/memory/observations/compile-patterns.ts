import type { Clock } from '../../base/clock.ts';
import { createGiveWay } from '../../base/give-way.ts';
import { INJECTION_PATTERNS } from './detect-injection.ts';
import { detectSecrets } from './detect-secrets.ts';
import { SECRET_PATTERNS } from './secret-patterns.ts';

/** At its first use V8 compiles a pattern for its interpreter, at the second for the processor. */
const USES = 2;

let compiling: Promise<void> | undefined;

/**
 * Has the patterns of secrets and of injection compiled, once for the process and a millisecond a turn: the first two statements computed for
 * 20 to 30 ms without a turn in between. Await it before a text is looked at.
 */
export function compilePatterns(clock: Pick<Clock, 'monotonic'>): Promise<void> {
  return (compiling ??= compileAll(createGiveWay(clock)));
}

async function compileAll(giveWay: () => Promise<void>): Promise<void> {
  for (let use = 0; use < USES; use++) {
    for (const { pattern } of [...SECRET_PATTERNS, ...INJECTION_PATTERNS]) {
      pattern.test('');
      await giveWay();
    }
    await detectSecrets('', giveWay);
  }
}
