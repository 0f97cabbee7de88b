import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { V8_FLAGS } from './spare-resources.ts';

test.each(V8_FLAGS)('this V8 knows %s: of another it would complain on standard error at every start', (flag) => {
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  expect(known).toContain(`\n  ${flag.replace(/=.*/, '')} (`);
});
