import type { PolicyDecision } from '@inkling/engine/types';
import { CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useOperation } from '../api/use-operation.ts';
import { ProjectField } from '../projects/project-field.tsx';
import { SelectField, TextField } from '../ui/form/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { useSettled } from '../ui/form/use-settled.ts';

interface Question {
  readonly agentId: string;
  readonly projectId: string;
  readonly memoryProjectId: string;
  readonly classification: string;
  readonly kind: string;
  readonly verb: string;
}

const CLASSES = [
  ['public', 'public'],
  ['internal', 'internal'],
  ['confidential', 'confidential'],
  ['restricted', 'restricted'],
] as const;

const VERBS = [
  ['read', 'read'],
  ['transfer', 'transfer: from a peer project'],
] as const;

const FIRST: Question = {
  agentId: 'agent_dev',
  projectId: 'api',
  memoryProjectId: 'api',
  classification: 'internal',
  kind: 'decision',
  verb: 'read',
};

/** Who can read this? Asks the policies that are in force about something that is only described. */
export function AccessTester(): ReactNode {
  const [question, setQuestion] = useState(FIRST);
  const settled = useSettled(question);
  const isAsked = settled.agentId.trim() !== '';
  const answer = useOperation('testPolicies', { body: bodyOf(settled) }, { enabled: isAsked });
  const text = (name: keyof Question, label: string, Field: typeof TextField = TextField): ReactNode => (
    <Field
      label={label}
      value={question[name]}
      onChange={(event) => setQuestion({ ...question, [name]: event.target.value })}
    />
  );
  const select = (name: keyof Question, label: string, options: typeof CLASSES | typeof VERBS): ReactNode => (
    <SelectField
      label={label}
      value={question[name]}
      options={options}
      onChange={(event) => setQuestion({ ...question, [name]: event.target.value })}
    />
  );
  return (
    <Panel title="Who can read this?" about="Describe an agent and a memory. The policies in force answer.">
      <div className="stack">
        <div className="tester">
          {text('agentId', 'The agent')}
          {text('projectId', 'works in project', ProjectField)}
          {select('verb', 'and wants to', VERBS)}
          {text('kind', 'a memory of the kind')}
          {select('classification', 'classified', CLASSES)}
          {text('memoryProjectId', 'of project', ProjectField)}
        </div>
        {isAsked && answer.data ? <Decision decision={answer.data.decision} /> : null}
      </div>
    </Panel>
  );
}

function bodyOf({ agentId, projectId, memoryProjectId, classification, kind, verb }: Question) {
  return {
    agentId: agentId.trim() || 'nobody',
    projectId: projectId.trim() || null,
    verb: verb as 'read',
    resource: {
      projectId: memoryProjectId.trim() || null,
      classification: classification as 'internal',
      ...(kind.trim() === '' ? {} : { kind: kind.trim() }),
    },
  };
}

function Decision({ decision }: { readonly decision: PolicyDecision }): ReactNode {
  return (
    <div role="status" className={decision.allowed ? 'decision decision-good' : 'decision decision-bad'}>
      {decision.allowed ? <CircleCheck size={18} aria-hidden /> : <CircleX size={18} aria-hidden />}
      <div>
        <p className="row-title">{decision.allowed ? 'Yes' : 'No'}</p>
        <p className="small">
          {decision.allowed ? 'Allowed by ' : `${decision.reason} `}
          {decision.policy === null ? null : <span className="mono">{decision.policy}</span>}
        </p>
        {decision.allowed && decision.shadow ? (
          <p className="small">In shadow mode, {decision.shadow.policy ?? 'a policy'} would deny it.</p>
        ) : null}
      </div>
    </div>
  );
}
