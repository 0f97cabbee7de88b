import { table } from './derivation-page.mjs';

// The generated part of docs/reference/cli.md: every command with its options, from the program itself.
const BEGIN = '<!-- generated from the commands: begin -->';
const END = '<!-- generated: end -->';

const code = (text) => `\`${text}\``;
const escaped = (row) => row.map((cell) => cell.replaceAll('|', '\\|'));
const shown = (options) => options.filter(({ hidden, long }) => !hidden && long !== '--version');

/** The commands below one, in the order of the help, with the words that lead to each. */
function commandsBelow(parent, words) {
  return parent.commands.flatMap((command) => {
    const path = [...words, command.name()];
    return [{ path, command }, ...commandsBelow(command, path)];
  });
}

function rowOf({ path, command }) {
  const names = command.registeredArguments.map((one) => {
    const name = one.variadic ? `${one.name()}…` : one.name();
    return one.required ? `<${name}>` : `[${name}]`;
  });
  const options = shown(command.options).map(({ flags }) => code(flags));
  return escaped([code([...path, ...names].join(' ')), command.description(), options.join(', ')]);
}

/** The page with its generated part brought up to date. */
export function withCurrentCommands(page, program) {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error('docs/reference/cli.md has lost its generated part.');
  const commands = table(['command', 'what it does', 'options'], commandsBelow(program, [program.name()]).map(rowOf));
  const everywhere = shown(program.options).map(({ flags, description }) => escaped([code(flags), description]));
  const parts = [BEGIN, commands, 'Every command also takes:', table(['option', 'meaning'], everywhere)];
  return `${page.slice(0, from)}${parts.join('\n\n')}\n\n${page.slice(to)}`;
}
