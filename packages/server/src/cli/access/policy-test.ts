import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { InklingError } from '@inkling/engine/errors';
import { ADMINISTRATIVE_ACTIONS } from '@inkling/engine/operator';
import type {
  AccessVerb,
  AdministrativeAction,
  DescribedResource,
  NamedPolicy,
  PolicyDecision,
  PolicyTest,
} from '@inkling/engine/types';
import { type Command, Option } from 'commander';
import { type Role, ROLES } from '../../contract/endpoint.ts';
import { named, newCommand, repeatable } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withMemory } from '../open-memory.ts';
import { acting, type CommandContext } from '../run-command.ts';
import { describeDecision } from './policy-explain.ts';

interface TestOptions {
  readonly agent: string;
  readonly session?: string;
  readonly verb: AccessVerb;
  readonly resource: NonNullable<DescribedResource['type']>;
  readonly classification: string;
  readonly kind?: string;
  readonly author?: string;
  readonly resourceProject?: string;
  readonly projectless?: boolean;
  readonly action?: AdministrativeAction;
  readonly role: Role;
  readonly caller?: string;
  readonly file: readonly string[];
  readonly expect?: 'allow' | 'deny';
}

export function policyTestCommand(): Command {
  return newCommand(
    'test',
    'test a policy decision on a memory or an action, optionally with policies that are not stored yet',
    [
      'inkling policy test --agent codex --classification restricted',
      'inkling policy test --agent codex --resource graph-node --kind Database --file security.cedar --expect deny',
      'inkling policy test --verb transfer --resource-project github.com/ada/api --json',
      'inkling policy test --action forget --role member --file guard.cedar --expect deny',
    ],
  )
    .option('--agent <id>', 'who asks', named, 'anonymous')
    .option('--session <id>', 'the session that the agent works in', named)
    .addOption(new Option('--verb <verb>', 'what the agent wants to do').choices(['read', 'transfer']).default('read'))
    .addOption(
      new Option('--resource <type>', 'type of the resource')
        .choices(['observation', 'graph-node'])
        .default('observation'),
    )
    .addOption(
      new Option('--classification <level>', 'classification of the resource')
        .choices(['public', 'internal', 'confidential', 'restricted'])
        .default('internal'),
    )
    .option(
      '--kind <kind>',
      'kind of the observation (decision, commit, …), or type of the graph node (Class, …)',
      named,
    )
    .option('--author <id>', 'the agent that wrote it', named)
    .option('--resource-project <id>', 'the project that it belongs to (default: where the agent works)', named)
    .option('--projectless', 'it belongs to no project')
    .addOption(
      new Option('--action <action>', 'an administrative action instead')
        .choices(Object.keys(ADMINISTRATIVE_ACTIONS))
        .conflicts([
          'verb',
          'resource',
          'session',
          'agent',
          'classification',
          'kind',
          'author',
          'resourceProject',
          'projectless',
        ]),
    )
    .addOption(new Option('--role <role>', 'role of the key that performs the action').choices(ROLES).default('admin'))
    .option('--caller <id>', 'the key that performs the action, as key:<id>', named)
    .addOption(repeatable('-f, --file <file>', 'policies to try together with the stored ones; may be repeated'))
    .addOption(new Option('--expect <answer>', 'exit with 1 if the decision differs').choices(['allow', 'deny']))
    .action(acting(run));
}

async function run(context: CommandContext, options: TestOptions): Promise<ExitCode> {
  const drafts: NamedPolicy[] = [];
  for (const file of options.file) drafts.push({ ...(await readPolicyFile(file)), mode: 'enforce' });
  const policies = drafts.length === 0 ? {} : { policies: drafts };
  const { action, role, caller, expect, session } = options;
  const answer = (asked: object, decision: PolicyDecision): ExitCode => {
    context.terminal.result({ ...asked, decision }, () => describeDecision(decision));
    return expect === undefined || decision.allowed === (expect === 'allow') ? EXIT.ok : EXIT.failure;
  };
  if (action !== undefined) {
    const asked = { action, role, ...(caller === undefined ? {} : { caller }) };
    return withMemory(context, async ({ administration }) =>
      answer(asked, await administration.explain({ ...asked, ...policies })),
    );
  }
  const asked: PolicyTest = {
    agentId: options.agent,
    projectId: await context.project(),
    ...(session === undefined ? {} : { sessionId: session }),
    verb: options.verb,
    resource: resourceOf(options),
  };
  return withMemory(context, async (memory) => answer(asked, await memory.testPolicies({ ...asked, ...policies })));
}

function resourceOf(options: TestOptions): DescribedResource {
  const { resource: type, classification, kind, author, resourceProject, projectless } = options;
  return {
    type,
    classification,
    ...(kind === undefined ? {} : { kind }),
    ...(author === undefined ? {} : { agentId: author }),
    ...(resourceProject === undefined ? {} : { projectId: resourceProject }),
    ...(projectless === true ? { projectId: null } : {}),
  };
}

/**
 * Reads a file of policies; `-` is standard input. The name, by which decisions report it, is the file's, without ending and in the letters that a
 * policy's name may have.
 * @throws InklingError `import-source-invalid` when it cannot be read.
 */
export async function readPolicyFile(file: string) {
  if (file === '-') return { name: 'stdin', text: await text(process.stdin) };
  try {
    return { name: nameOf(file), text: await readFile(file, 'utf8') };
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new InklingError('import-source-invalid', `The file ${file} cannot be read (${reason}).`, {
      hint: 'Name a file of Cedar policies, or - for standard input.',
      cause,
      details: { path: file, reason },
    });
  }
}

function nameOf(file: string): string {
  const stem = path
    .basename(file)
    .replace(/\.[^.]+$/, '')
    .toLowerCase();
  const letters = stem.replaceAll(/[^a-z0-9_-]+/g, '-').replace(/^[-_]+/, '');
  return letters.slice(0, 64) || 'policy';
}
