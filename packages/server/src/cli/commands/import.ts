import { Command } from 'commander';
import { importGitCommand } from './import-git.ts';
import { importJsonlCommand } from './import-jsonl.ts';
import { importMarkdownCommand } from './import-markdown.ts';
import { importTranscriptsCommand } from './import-transcripts.ts';

/** `inkling import` */
export function importCommand(): Command {
  return new Command('import')
    .description('remember what is already written down')
    .addCommand(importGitCommand())
    .addCommand(importMarkdownCommand())
    .addCommand(importTranscriptsCommand())
    .addCommand(importJsonlCommand());
}
