// What a benchmark may be told on its command line, read and refused in the same way for all of them: `--help` tells it, and a wrong
// option or value is one line on standard error and exit code 2.
import { parseArgs } from 'node:util';
import { BENCHES } from './benches.mjs';

const USAGE = 2;
/** Columns of what `--help` tells on the left. */
const LEFT = 32;
const HELP = { help: { kind: {}, about: 'tell this', short: 'h' } };

const isFlag = (kind) => kind.shows === undefined;
const named = ({ options = {} }) => ({ ...options, ...HELP });
const placed = ({ values = {} }) => Object.entries(values);

const typeOf = ({ kind, short }) => ({ type: isFlag(kind) ? 'boolean' : 'string', ...(short ? { short } : {}) });

/** An argument that cannot be taken; the message is one line for whoever gave it. */
class RefusedArgument extends Error {}

function valueOf(name, { kind }, text) {
  const value = text === undefined ? undefined : kind.read(text);
  if (value !== undefined) return value;
  const found = text === undefined ? 'has no value' : `is ${JSON.stringify(text)}`;
  throw new RefusedArgument(`${name} ${found}; expected ${kind.expects}`);
}

function readOption(options, { name, rawName, value }) {
  if (!Object.hasOwn(options, name)) throw new RefusedArgument(`there is no option ${rawName}`);
  if (!isFlag(options[name].kind)) return [name, valueOf(rawName, options[name], value)];
  if (value !== undefined) throw new RefusedArgument(`${rawName} takes no value`);
  return [name, true];
}

function readValue(values, text, place) {
  if (place >= values.length) throw new RefusedArgument(`${JSON.stringify(text)} is one argument too many`);
  const [name, value] = values[place];
  return [name, valueOf(`<${name}>`, value, text)];
}

/**
 * The values by name, defaults included.
 * @throws RefusedArgument for what is unknown, wrong or missing.
 */
export function readArguments(bench, args) {
  const [options, values] = [named(bench), placed(bench)];
  const { tokens } = parseArgs({
    args,
    options: Object.fromEntries(Object.entries(options).map(([name, option]) => [name, typeOf(option)])),
    strict: false,
    tokens: true,
  });
  const given = Object.fromEntries([
    ...tokens.filter(({ kind }) => kind === 'option').map((token) => readOption(options, token)),
    ...tokens.filter(({ kind }) => kind === 'positional').map(({ value }, place) => readValue(values, value, place)),
  ]);
  const known = [...Object.entries(options), ...values];
  const missing = known.find(([name, { required }]) => required && given[name] === undefined);
  if (missing && !given.help) throw new RefusedArgument(`--${missing[0]} is missing: ${missing[1].about}`);
  return { ...Object.fromEntries(known.map(([name, { standard }]) => [name, standard])), ...given };
}

function line(name, { kind, about, standard, required }) {
  const usual = standard === undefined || standard === false ? '' : ` (default: ${standard})`;
  return `  ${`${name} ${kind.shows ?? ''}`.padEnd(LEFT)}${about}${required ? ' (required)' : usual}\n`;
}

/** What `--help` prints. */
export function helpOf(name, bench) {
  const values = placed(bench);
  const places = values.map(([value]) => ` [${value}]`).join('');
  return [
    `npm run bench ${name} --${places} [options]\n\n${bench.about}\n\n`,
    ...values.map(([value, entry]) => line(value, { ...entry, kind: {} })),
    ...Object.entries(named(bench)).map(([option, entry]) => line(`--${option}`, entry)),
  ].join('');
}

/** Ends the process: the benchmark cannot run with what it was told. */
function refuse(name, { message }) {
  const [problem] = message.split('\n');
  process.stderr.write(`bench ${name}: ${problem}. For its options: npm run bench ${name} -- --help\n`);
  process.exit(USAGE);
}

/** What the benchmark was told. Ends the process when that is a call for help, or cannot be taken. */
export function benchArguments(name, args = process.argv.slice(2)) {
  try {
    const told = readArguments(BENCHES[name], args);
    if (!told.help) return told;
  } catch (error) {
    if (!(error instanceof RefusedArgument)) throw error;
    refuse(name, error);
  }
  process.stdout.write(helpOf(name, BENCHES[name]));
  return process.exit(0);
}

/** What `read` makes of an argument that only the benchmark itself can judge; an error of it is the argument's. */
export function fromArgument(name, read) {
  try {
    return read();
  } catch (error) {
    return refuse(name, error);
  }
}
