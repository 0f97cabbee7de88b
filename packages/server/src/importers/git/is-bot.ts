// Accounts that write commits without anybody having decided something. A name is enough: none of them is a person's.
const BOT_NAMES = new Set([
  'allcontributors',
  'codecov',
  'dependabot',
  'dependabot-preview',
  'github-actions',
  'github actions',
  'greenkeeper',
  'greenkeeperio-bot',
  'imgbot',
  'mergify',
  'pre-commit-ci',
  'pyup-bot',
  'renovate',
  'semantic-release-bot',
  'snyk-bot',
  'weblate',
]);

// "[bot]" is how hosts mark an app's account, in the name and in the no-reply address; "-bot" needs its separator (think of Talbot).
const BOT_NAME = /(\[bot\]|[-_ ]bot)$/i;
const BOT_ADDRESS = /\[bot\]@|^(dependabot|renovate|bot)@|[-+]bot@/i;

/** True when a commit's author is a program, judged by name and address. */
export function isBot(name: string, email: string): boolean {
  const cleaned = name.trim().toLowerCase();
  return BOT_NAMES.has(cleaned) || BOT_NAME.test(cleaned) || BOT_ADDRESS.test(email.trim());
}
