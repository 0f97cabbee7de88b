import { expect, test } from 'vitest';
import { isBot } from './is-bot.ts';

test.each([
  ['dependabot[bot]', '49699333+dependabot[bot]@users.noreply.github.com'],
  ['renovate', 'x@example.com'],
  ['Renovate Bot', 'bot@renovateapp.com'],
  ['release-bot', 'x@example.com'],
  ['Somebody', '41898282+github-actions[bot]@users.noreply.github.com'],
  [' Dependabot ', ''],
])('%s <%s> is a bot', (name, email) => expect(isBot(name, email)).toBe(true));

test.each([
  ['Ada Talbot', 'talbot@example.com'],
  ['Abbot', 'abbot@bots.example'],
  ['Bot Fly', 'fly@example.com'],
  ['', ''],
])('%s <%s> is a person', (name, email) => expect(isBot(name, email)).toBe(false));
