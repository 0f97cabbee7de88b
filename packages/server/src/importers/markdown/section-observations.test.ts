import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitSections } from './section-observations.ts';

const trails = (document: string): string[] => splitSections(document).map((section) => section.trail.join(' › '));

test('text stands under the trail of its headings', () => {
  const document = 'Intro.\n\n# Title\n\nOne.\n\n## A ##\n\nTwo.\n\n### B\n\nThree.\n\n## C\n\nFour.\n';
  expect(splitSections(document)).toEqual([
    { trail: [], line: 1, body: 'Intro.' },
    { trail: ['Title'], line: 5, body: 'One.' },
    { trail: ['Title', 'A'], line: 9, body: 'Two.' },
    { trail: ['Title', 'A', 'B'], line: 13, body: 'Three.' },
    { trail: ['Title', 'C'], line: 17, body: 'Four.' },
  ]);
});

test('a skipped level and a deeper start keep their order', () => {
  expect(trails('### deep\nx\n# top\nx\n### far\nx\n## near\nx')).toEqual(['deep', 'top', 'top › far', 'top › near']);
});

test('underlined headings', () => {
  expect(splitSections('Title\n=====\n\none\n\nPart\n----\ntwo\n')).toEqual([
    { trail: ['Title'], line: 4, body: 'one' },
    { trail: ['Title', 'Part'], line: 8, body: 'two' },
  ]);
});

test('dashes below a list, a table, a quote or an empty line are no heading', () => {
  for (const text of ['- item\n---\nx', '| a |\n---\nx', '> q\n---\nx', 'x\n\n---\ny', '# h\n---\nx']) {
    expect(splitSections(text)).toHaveLength(1);
  }
});

test.each([
  ['a fence', '# T\n```sh\n# not a heading\n```\nend'],
  ['a longer fence around a shorter one', '# T\n````\n```\n# no\n```\n# no\n````\nend'],
  ['a fence of tildes', '# T\n~~~\n# no\n```\n# no\n~~~\nend'],
  ['a fence that is never closed', '# T\n```\n# no\nend'],
  ['a comment', '# T\n<!-- a\n# no\n--> end'],
  ['indented code', '# T\n\n    # no\n\nend'],
  ['a hash tag', '# T\n#nope\nend'],
])('%s holds no heading', (_title, document) => {
  const sections = splitSections(document);
  expect(sections.map((section) => section.trail)).toEqual([['T']]);
  expect(sections[0]?.body.endsWith('end')).toBe(true);
});

test.each([
  ['in a code span', '# T\nOpen a comment with `<!--`.\n## A\nx'],
  ['in the middle of a line', '# T\nText <!-- a remark\n## A\nx'],
])('a comment begins at the beginning of a line, not %s', (_where, document) => {
  expect(trails(document)).toEqual(['T', 'T › A']);
});

test.each([
  ['- ```bash\n  # install all\n  ```\n'],
  ['10. ```bash\n    make\n    ```\n'],
  ['  - 1. ~~~\n# sloppy\n       ~~~\n'],
  ['- `` ```x``` ``\n'],
])('a fence may stand behind the mark of a list, and its end below it: %j', (list) => {
  expect(trails(`# T\n${list}\n## A\nx`)).toEqual(['T', 'T › A']);
});

test('a heading after the fence or the comment counts again', () => {
  expect(trails('```\n# no\n```\n# Yes\nx')).toEqual(['', 'Yes']);
  expect(trails('<!-- note -->\n# Yes\nx')).toEqual(['', 'Yes']);
});

test('front matter is left out and lines keep their numbers; a byte order mark and CRLF do not matter', () => {
  expect(splitSections('\uFEFF---\r\ntitle: x\r\n---\r\n# T\r\nbody\r\n')).toEqual([
    { trail: ['T'], line: 5, body: 'body' },
  ]);
});

test('headings without text give no section', () => {
  expect(splitSections('# A\n## B\n### C\n')).toEqual([]);
  expect(splitSections('')).toEqual([]);
});

test('no line of text is lost or doubled in any document without front matter', () => {
  const line = fc.constantFrom('# h', '## h', 'text', '', '```', '~~~', '- x', '===', '---', '<!--', '-->', '    code');
  fc.assert(
    fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
      // A first line that cannot open front matter.
      const document = ['start', '', ...lines];
      const bodies = splitSections(document.join('\n')).flatMap((section) => section.body.split('\n'));
      for (const kept of ['start', '- x']) {
        expect(bodies.filter((text) => text.trim() === kept)).toHaveLength(
          document.filter((text) => text === kept).length,
        );
      }
    }),
  );
});

test('closing marks count behind a blank only, and a megabyte of blanks is read in one pass', () => {
  expect(trails('# C#\nx\n# a ##\t\nx\n## #\nx')).toEqual(['C#', 'a', 'a']);
  const blanks = ' '.repeat(1_000_000);
  expect(trails(`# a${blanks}b\nx`)).toEqual([`a${blanks}b`]);
});
