// Kinds of values on a benchmark's command line: how one is shown, what is expected, and `read`, which answers undefined for another.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const isDirectory = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

function readNumber(text, from) {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) && value >= from ? value : undefined;
}

/** All parts of a list with commas, or undefined when one of them is none. */
function readList(text, read) {
  const parts = text.split(',').map((part) => read(part.trim()));
  return parts.includes(undefined) ? undefined : parts;
}

export const flag = {};
export const text = { shows: '<text>', expects: 'a text', read: (given) => given || undefined };
export const names = {
  shows: '<name,name>',
  expects: 'names with commas between them',
  read: (given) => readList(given, (name) => name || undefined),
};

export const wholeNumber = (from = 1) => ({
  shows: '<n>',
  expects: `a whole number from ${from}`,
  read: (given) => readNumber(given, from),
});

export const wholeNumbers = {
  shows: '<n,n>',
  expects: 'whole numbers from 1 with commas between them',
  read: (given) => readList(given, (part) => readNumber(part, 1)),
};

export const oneOf = (...choices) => ({
  shows: `<${choices.join('|')}>`,
  expects: choices.join(' or '),
  read: (given) => choices.find((choice) => choice === given),
});

export const someOf = (...choices) => ({
  shows: `<${choices.join(',')}>`,
  expects: `${choices.join(', ')} or some of them`,
  read: (given) => readList(given, (part) => choices.find((choice) => choice === part)),
});

export const directory = {
  shows: '<directory>',
  expects: 'a directory that is there',
  read: (given) => (isDirectory(given) ? given : undefined),
};

export const repository = {
  shows: '<directory>',
  expects: 'a git repository',
  read: (given) => (spawnSync('git', ['-C', given, 'rev-parse', '--git-dir']).status === 0 ? given : undefined),
};

export const newDirectory = { ...text, shows: '<directory>', expects: 'a directory, which may be new' };

export const existingFile = {
  shows: '<file>',
  expects: 'a file that is there',
  read: (given) => (statSync(given, { throwIfNoEntry: false })?.isFile() ? given : undefined),
};

export const existingPath = {
  shows: '<path>',
  expects: 'a file or a directory that is there',
  read: (given) => (statSync(given, { throwIfNoEntry: false }) ? given : undefined),
};

/** A file that may be new. */
export const file = {
  shows: '<file>',
  expects: 'a file in a directory that is there',
  read: (given) => (given !== '' && !isDirectory(given) && isDirectory(dirname(resolve(given))) ? given : undefined),
};
