#!/usr/bin/env node
import { spareResources } from '../daemon/spare-resources.ts';
import { createProgram } from './program.ts';
import { reportError } from './report-error.ts';

// A reader that has seen enough ("inkling export | head") is no failure, and there is nobody left to tell.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

spareResources();

try {
  const program = await createProgram(process.argv.slice(2));
  await program.parseAsync();
} catch (error) {
  const said = (flag: string): boolean => process.argv.includes(flag);
  process.exitCode = reportError(error, { json: said('--json'), debug: said('--debug') });
}
