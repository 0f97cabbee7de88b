import { Command } from 'commander';
import { policyCheckCommand } from './policy-check.ts';
import { policyExplainCommand } from './policy-explain.ts';
import { policyListCommand, policyPutCommand, policyRemoveCommand } from './policy-store.ts';
import { policyTestCommand } from './policy-test.ts';

/** `inkling policy check | test | explain | put | list | remove` */
export function policyCommand(): Command {
  return new Command('policy')
    .description('who may be shown what: Cedar policies beside the default ones')
    .addCommand(policyCheckCommand())
    .addCommand(policyTestCommand())
    .addCommand(policyExplainCommand())
    .addCommand(policyPutCommand())
    .addCommand(policyListCommand())
    .addCommand(policyRemoveCommand());
}
