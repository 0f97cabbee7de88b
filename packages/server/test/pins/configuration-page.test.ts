import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withCurrentSettings } from '../../../../scripts/lib/configuration-page.mjs';
import { environmentName, SETTINGS } from '../../src/config/settings.ts';

const PAGE = new URL('../../../../docs/reference/configuration.md', import.meta.url);

test('the page shows the settings that the program reads', () => {
  const page = readFileSync(PAGE, 'utf8');
  const current = withCurrentSettings(page, SETTINGS, environmentName);
  if (process.env['UPDATE_DOCS']) writeFileSync(PAGE, current);
  else expect(page).toBe(current);
});
