import { table } from './derivation-page.mjs';

// The generated part of docs/reference/configuration.md: every setting, from the table that the program uses.
const BEGIN = '<!-- generated from the settings: begin -->';
const END = '<!-- generated: end -->';

const code = (text) => `\`${text}\``;

const PROJECT = {
  off: 'switch it off',
  adds: 'add names',
  'at-most': 'lower it',
  'at-least': 'raise it',
};

function rowOf([key, { kind, otherwise, flag, project, isSecret, says }], environmentName) {
  const usual = otherwise === null ? 'none' : kind.toText(otherwise);
  const doors = [code(environmentName(key)), ...(flag ? [code(flag)] : []), ...(isSecret ? ['no flag'] : [])];
  return [
    code(key),
    usual === '' || usual === 'none' ? 'none' : code(usual),
    kind.says,
    doors.join(', '),
    project ? PROJECT[project] : '',
    says,
  ].map((cell) => cell.replaceAll('|', '\\|'));
}

/** The page with its generated part brought up to date. */
export function withCurrentSettings(page, settings, environmentName) {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error('docs/reference/configuration.md has lost its generated part.');
  const head = ['setting', 'default', 'value', 'environment, flag', "a project's file may", 'what it does'];
  const rows = Object.entries(settings).map((entry) => rowOf(entry, environmentName));
  return `${page.slice(0, from)}${BEGIN}\n\n${table(head, rows)}\n\n${page.slice(to)}`;
}
