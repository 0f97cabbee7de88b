import { type ErrorCode, InklingError } from '@inkling/engine';
import { ERROR_CODES } from '@inkling/engine/errors';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exitCodeOf } from '../src/cli/exit-codes.ts';

const page = readFileSync(new URL('../../../docs/reference/cli.md', import.meta.url), 'utf8').split('\n');

test.each(Object.keys(ERROR_CODES) as ErrorCode[])(
  'the page about the command line names %s beside its exit code',
  (code) => {
    const row = page.find((line) => line.startsWith(`| ${exitCodeOf(new InklingError(code, 'x'))} `));
    expect(row).toContain(`\`${code}\``);
  },
);
