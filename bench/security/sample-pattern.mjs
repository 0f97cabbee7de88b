// A text that a regular expression in RE2's syntax matches, each character of a class as likely as any other.

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const DIGITS = [...'0123456789'];
const CLASSES = {
  ...{ d: DIGITS, w: [...LETTERS, ...DIGITS, '_'], s: [' '], S: [...LETTERS, ...DIGITS] },
  ...{ b: [''], B: [''], z: [''], A: [''], n: ['\n'], r: ['\n'], t: [' '] },
};
const SHORT = { '*': [0, 3], '+': [1, 4], '?': [0, 1] };

/** A sampler over a source of numbers from 0 to 1. */
export function createPatternSampler(random) {
  return (source) => alternatives({ source, at: 0, below: (count) => Math.floor(random() * count) })();
}

/** The beginning of what is left, when it fits; it is read then. */
function read(reader, pattern) {
  const match = pattern.exec(reader.source.slice(reader.at));
  if (match) reader.at += match[0].length;
  return match;
}

function alternatives(reader) {
  const branches = [sequence(reader)];
  while (read(reader, /^\|/)) branches.push(sequence(reader));
  return () => branches[reader.below(branches.length)]();
}

function sequence(reader) {
  const parts = [];
  while (reader.at < reader.source.length && !/[|)]/.test(reader.source[reader.at])) parts.push(repeated(reader));
  return () => parts.map((part) => part()).join('');
}

function repeated(reader) {
  const part = atom(reader);
  const [low, high] = quantifier(reader);
  return () => Array.from({ length: low + reader.below(high - low + 1) }, part).join('');
}

function quantifier(reader) {
  const counted = read(reader, /^\{(\d+)(,?)(\d*)\}\??/);
  if (!counted) return SHORT[read(reader, /^([*+?])\??/)?.[1]] ?? [1, 1];
  const low = Number(counted[1]);
  // What may go on for ever goes on for a little.
  return [low, counted[2] === '' ? low : Number(counted[3] || low + 8)];
}

function atom(reader) {
  const [char] = read(reader, /^[^]/);
  if (char === '(') return group(reader);
  if (char === '[') return oneOf(reader, classMembers(reader));
  if (char === '\\') return oneOf(reader, escaped(reader));
  // Between letters, as in `hooks.slack.com`, it is an unquoted point.
  if (char === '.' && /[a-z]\.[a-z]/.test(reader.source.slice(Math.max(0, reader.at - 2), reader.at + 1)))
    return () => '.';
  if (char === '.') return oneOf(reader, [...LETTERS.slice(0, 10), ...DIGITS]);
  return () => (/[$^]/.test(char) ? '' : char);
}

function group(reader) {
  read(reader, /^\?(?:P?<\w+>|[a-zA-Z-]*:|[a-zA-Z-]+(?=\)))/);
  const inside = alternatives(reader);
  read(reader, /^\)/);
  return inside;
}

const oneOf = (reader, members) => () => members[reader.below(members.length)];

function escaped(reader) {
  const code = read(reader, /^x([\da-f]{2})/i);
  if (code) return [String.fromCharCode(Number.parseInt(code[1], 16))];
  const [char] = read(reader, /^[^]/);
  return CLASSES[char] ?? [char];
}

function classMembers(reader) {
  const members = [];
  const isNegated = read(reader, /^\^/) !== null;
  while (members.length === 0 || !read(reader, /^\]/)) members.push(...classPart(reader));
  return isNegated ? [...LETTERS, ...DIGITS].filter((char) => !members.includes(char)) : members;
}

function classPart(reader) {
  if (read(reader, /^\[:\w+:\]/)) return [...LETTERS, ...DIGITS];
  const first = classChar(reader);
  if (first.length > 1 || !read(reader, /^-(?!\])/)) return first;
  const [start, end] = [first[0].codePointAt(0), classChar(reader)[0].codePointAt(0)];
  return Array.from({ length: end - start + 1 }, (_, index) => String.fromCodePoint(start + index));
}

function classChar(reader) {
  const [char] = read(reader, /^[^]/);
  return char === '\\' ? escaped(reader) : [char];
}
