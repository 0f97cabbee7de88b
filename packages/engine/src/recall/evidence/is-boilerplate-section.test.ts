import { describe, expect, test } from 'vitest';
import { isBoilerplateSection } from './is-boilerplate-section.ts';

const section = (content: string, path = 'docs/guide.md', kind = 'document') => ({
  kind,
  content,
  metadata: { paths: [path] },
});

describe('by its path', () => {
  test.each([
    ['LICENSE.md', true],
    ['docs/licenses/third-party.md', true],
    ['CHANGELOG.md', true],
    ['changelog/2024.md', true],
    ['History.md', true],
    ['CONTRIBUTING.md', true],
    ['.github/CODE_OF_CONDUCT.md', true],
    ['GOVERNANCE.md', true],
    ['PROJECT_CHARTER.md', true],
    ['SPONSORS.md', true],
    ['.github/ISSUE_TEMPLATE/bug.md', true],
    ['LICENSE-MIT', true],
    ['CHANGELOG-v1.2.md', true],
    ['docs/license-checks.md', false],
    ['docs/history-api.md', false],
    ['docs/Reference/Hooks.md', false],
    ['docs/changing-state.md', false],
    ['docs/contents-negotiation.md', false],
    ['README.md', false],
  ])('%s: %s', (path, expected) => expect(isBoilerplateSection(section('Title\n\nText.', path))).toBe(expected));
});

describe('by its headings', () => {
  test.each([
    ['Fastify › License', true],
    ['## 📄 License', true],
    ['Charter › Section 2: Relationship with the foundation', true],
    ['Guide › Table of Contents', true],
    ['5. Contributing to the docs › Style', true],
    ['Code of Conduct', true],
    ['Guide › License checks at startup', false],
    ['Guide › History of a request', false],
    ['Content negotiation', false],
    ['Contributing hooks', false],
  ])('%s: %s', (heading, expected) => expect(isBoilerplateSection(section(`${heading}\n\nText.`))).toBe(expected));
});

describe('by its lines', () => {
  const entries = '- [Install](#install)\n- [Use](./Use.md#start)\n  - [Errors](#errors)';

  test('a list of links into documents is a table of contents, one sentence of four lines is not', () => {
    expect(isBoilerplateSection(section(`Guide\n\n${entries}`))).toBe(true);
    expect(isBoilerplateSection(section(`Guide\n\n${entries}\n\nHooks run in order.`))).toBe(false);
    expect(isBoilerplateSection(section('Guide\n\n- [Install](#install)\n- [Use](#use)'))).toBe(false);
  });

  test.each([['This page is intentionally left blank.'], ['(Intentionally left blank)']])('%s', (body) =>
    expect(isBoilerplateSection(section(`Guide\n\n${body}`))).toBe(true),
  );
});

test('what is no document never is', () => {
  expect(isBoilerplateSection(section('License\n\nText.', 'LICENSE.md', 'decision'))).toBe(false);
  expect(isBoilerplateSection(section('License', 'LICENSE', 'commit'))).toBe(false);
});
