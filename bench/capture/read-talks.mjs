import { readFileSync } from 'node:fs';

const AT = '2026-01-01T00:00:00.000Z';

/** What a line begins with, and the event that it makes. */
const EVENTS = {
  '> ': (text) => ({ type: 'prompt', text }),
  '< ': (text) => ({ type: 'answer', text }),
  '! ': (text) => {
    const [command, ...output] = text.split('\n');
    return { type: 'command', kind: 'test', command, succeeded: false, output: output.join('\n') };
  },
  '+ ': (command) => ({ type: 'command', kind: 'test', command, succeeded: true }),
  '~ ': (path) => ({ type: 'edit', path }),
};

/**
 * Talks of a text file, one a paragraph: `>` the user, `<` the agent, `!` a command that failed with its output, `+` one that passed, `~` an edit,
 * `=` what should be remembered (its parts between dots; `error:` before it when it is one), `-` what must not be. A line that begins with blanks goes on.
 */
export function readTalks(file) {
  return readFileSync(file, 'utf8')
    .trim()
    .split(/\n\n+/)
    .map((text) => readTalk(text));
}

function readTalk(text) {
  const talk = { text, events: [], says: [], never: [] };
  for (const part of text.split(/\n(?=\S)/)) {
    const [sign, rest] = [part.slice(0, 2), part.slice(2).replaceAll('\n  ', '\n')];
    if (sign === '= ') talk.says.push(expected(rest));
    else if (sign === '- ') talk.never.push(rest.toLowerCase());
    else talk.events.push({ ...EVENTS[sign](rest), at: AT, seq: null });
  }
  return talk;
}

function expected(text) {
  const isError = text.startsWith('error: ');
  const parts = text
    .replace('error: ', '')
    .toLowerCase()
    .split('…')
    .map((part) => part.trim());
  return { kinds: isError ? ['error'] : ['decision', 'convention', 'explicit'], parts };
}

/** Prompts of a JSON-lines file, as talks of one message. */
export function readPrompts(file) {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { prompt, says } = JSON.parse(line);
      return {
        text: prompt,
        events: [{ type: 'prompt', text: prompt, at: AT, seq: null }],
        says: says.map(([kinds, part]) => ({ kinds: kinds.split('|'), parts: [part.toLowerCase()] })),
        never: [],
      };
    });
}
