#!/usr/bin/env node
import { spareResources } from '../daemon/spare-resources.ts';
import { runProgram } from './program.ts';

// A reader that has seen enough ("inkling export | head") is no failure, and there is nobody left to tell.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

spareResources();

await runProgram();
