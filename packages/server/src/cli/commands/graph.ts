import { Command } from 'commander';
import { graphIndexCommand } from './graph-index.ts';
import { graphSearchCommand } from './graph-search.ts';

/** `inkling graph` */
export function graphCommand(): Command {
  return new Command('graph')
    .description('what is known of the code')
    .addCommand(graphIndexCommand())
    .addCommand(graphSearchCommand());
}
