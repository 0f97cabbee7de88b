import { confirm } from '@clack/prompts';
import { InklingError } from '@inkling/engine';
import type { Terminal } from './terminal.ts';

/**
 * Asks whether something may be forgotten for good, and says so when it may not. Fails with `invalid-input` where there is nobody to ask.
 */
export async function confirmForgetting(terminal: Terminal, words: string): Promise<boolean> {
  if (!terminal.interactive) {
    throw new InklingError('invalid-input', 'Forgetting cannot be undone, and there is no terminal to ask on.', {
      wayOut: 'Add --yes.',
    });
  }
  const answer = await confirm({ message: `Forget ${words} for good?`, initialValue: false, output: process.stderr });
  if (answer !== true) terminal.note('Nothing was forgotten.');
  return answer === true;
}
