import type { OrgPolicy, PolicyProblem } from '@inkling/engine/types';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useChange, useOperation } from '../api/use-operation.ts';
import { Button } from '../ui/form/button.tsx';
import { SelectField, TextArea, TextField } from '../ui/form/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { useSettled } from '../ui/form/use-settled.ts';

const MODES = [
  ['enforce', 'Enforce: it decides'],
  ['shadow', 'Shadow: it is reported, and denies nothing'],
] as const;

const BEGINNING = `forbid (principal, action == Action::"read", resource)
when { resource has kind && resource.kind == "error" };
`;

/** Edits a policy. It is validated against the schema while it is typed, by the daemon that will enforce it. */
export function PolicyEditor({
  policy,
  onDone,
}: {
  /** null = a new one. */
  readonly policy: OrgPolicy | null;
  readonly onDone: () => void;
}): ReactNode {
  const [name, setName] = useState(policy?.name ?? '');
  const [mode, setMode] = useState<OrgPolicy['mode']>(policy?.mode ?? 'enforce');
  const [text, setText] = useState(policy?.text ?? BEGINNING);
  const settled = useSettled(text);
  const check = useOperation('checkPolicy', { body: { text: settled } });
  const put = useChange('putPolicy', {
    changes: ['listPolicies', 'listConfigChanges', 'recall', 'testPolicies'],
    say: () => 'Stored. It applies from the next recall on.',
    after: onDone,
  });
  const { problems, warnings } = check.data ?? { problems: [], warnings: [] };
  const isValid = settled === text && check.data !== undefined && problems.length === 0;
  return (
    <Panel title={policy ? `Edit ${policy.name}` : 'New policy'}>
      <div className="stack">
        <NameAndMode isNew={policy === null} name={name} mode={mode} onName={setName} onMode={setMode} />
        <CedarField text={text} isWrong={problems.length > 0} onChange={setText} />
        <Verdict problems={problems} warnings={warnings} isKnown={check.data !== undefined} />
        <div className="dialog-actions">
          <Button onClick={onDone}>Cancel</Button>
          <Button
            kind="primary"
            disabled={!isValid || name.trim() === '' || put.isPending}
            onClick={() => put.mutate({ params: { name: name.trim() }, body: { text, mode } })}
          >
            Store
          </Button>
        </div>
      </div>
    </Panel>
  );
}

function NameAndMode({
  isNew,
  name,
  mode,
  onName,
  onMode,
}: {
  readonly isNew: boolean;
  readonly name: string;
  readonly mode: OrgPolicy['mode'];
  readonly onName: (name: string) => void;
  readonly onMode: (mode: OrgPolicy['mode']) => void;
}): ReactNode {
  return (
    <div className="filters">
      <TextField
        label="Name"
        value={name}
        disabled={!isNew}
        onChange={(event) => onName(event.target.value)}
        className="field-wide"
      />
      <SelectField
        label="Mode"
        value={mode}
        options={MODES}
        onChange={(event) => onMode(event.target.value as OrgPolicy['mode'])}
        className="field-wide"
      />
    </div>
  );
}

function CedarField({
  text,
  isWrong,
  onChange,
}: {
  readonly text: string;
  readonly isWrong: boolean;
  readonly onChange: (text: string) => void;
}): ReactNode {
  return (
    <TextArea
      label="Cedar"
      className="code-input"
      spellCheck={false}
      value={text}
      aria-invalid={isWrong || undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function Verdict({
  problems,
  warnings,
  isKnown,
}: {
  readonly problems: readonly PolicyProblem[];
  readonly warnings: readonly PolicyProblem[];
  readonly isKnown: boolean;
}): ReactNode {
  if (!isKnown) return null;
  return (
    <div role="status" className="verdict">
      {problems.length === 0 ? (
        <p className="verdict-good">
          <CircleCheck size={14} aria-hidden /> Valid
        </p>
      ) : null}
      {[...problems, ...warnings].map((problem, index) => (
        <p key={index} className={index < problems.length ? 'verdict-bad' : 'verdict-warn'}>
          <CircleAlert size={14} aria-hidden />
          {problem.line === null ? '' : `Line ${problem.line}, column ${problem.column ?? 1}: `}
          {problem.message}
        </p>
      ))}
    </div>
  );
}
