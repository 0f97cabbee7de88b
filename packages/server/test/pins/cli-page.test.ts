import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withCurrentCommands } from '../../../../scripts/lib/cli-page.mjs';
import { createProgram } from '../../src/cli/program.ts';

const PAGE = new URL('../../../../docs/reference/cli.md', import.meta.url);

test('the page shows the commands and options that the program has', async () => {
  const page = readFileSync(PAGE, 'utf8');
  const current = withCurrentCommands(page, await createProgram([]));
  if (process.env['UPDATE_DOCS']) writeFileSync(PAGE, current);
  else expect(page).toBe(current);
});
