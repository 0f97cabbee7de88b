import type { OrgPolicy } from '@inkling/engine/types';
import { Plus, ShieldCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useChange, useOperation } from '../api/use-operation.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/form/button.tsx';
import { Confirm } from '../ui/form/confirm.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { AccessTester } from './access-tester.tsx';
import { ChangedBy } from './changed-by.tsx';
import { PolicyEditor } from './policy-editor.tsx';

/** The organisation's own policies, and a way to try who may read what. */
export function PoliciesSection(): ReactNode {
  const [edited, setEdited] = useState<string | null>(null);
  const policies = useOperation('listPolicies', {});
  return (
    <div className="columns">
      <div className="stack">
        {edited === null ? null : (
          <PolicyEditor
            key={edited}
            policy={policies.data?.policies.find(({ name }) => name === edited) ?? null}
            onDone={() => setEdited(null)}
          />
        )}
        <Panel
          title="Your policies"
          about="Cedar policies, in addition to the built-in ones. Your permits can allow what no built-in policy allows; built-in forbids still apply."
          actions={
            <Button icon={<Plus size={14} aria-hidden />} onClick={() => setEdited('')}>
              New policy
            </Button>
          }
          flush
        >
          <Loaded query={policies}>
            {({ policies: rows }) =>
              rows.length === 0 ? (
                <EmptyState icon={ShieldCheck} title="Only the built-in policies apply">
                  They keep organisations apart and confidential memories in their project.
                </EmptyState>
              ) : (
                <ul className="list">
                  {rows.map((row) => (
                    <PolicyItem key={row.name} policy={row} onEdit={() => setEdited(row.name)} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </Panel>
      </div>
      <AccessTester />
    </div>
  );
}

function PolicyItem({ policy, onEdit }: { readonly policy: OrgPolicy; readonly onEdit: () => void }): ReactNode {
  const remove = useChange('removePolicy', {
    changes: ['listPolicies', 'listConfigChanges', 'recall', 'testPolicies'],
    say: () => 'Removed.',
  });
  const { name, mode, text, version } = policy;
  return (
    <li className="list-item stack stack-tight">
      <div className="row row-between">
        <span className="row">
          <span className="row-title mono">{name}</span>
          <Badge tone={mode === 'enforce' ? 'good' : 'warn'}>{mode === 'enforce' ? 'enforced' : mode}</Badge>
        </span>
        <span className="row">
          <Button small onClick={onEdit}>
            Edit
          </Button>
          <Confirm
            trigger="Remove"
            small
            triggerKind="danger"
            title={`Remove ${name}?`}
            verb="Remove it"
            onConfirm={() => remove.mutate({ params: { name } })}
          >
            What it forbids is allowed from the next recall on, and what it permits is not.
          </Confirm>
        </span>
      </div>
      <pre className="pre" tabIndex={0} role="region" aria-label={`Text of ${name}`}>
        {text}
      </pre>
      <p className="row-sub">
        version {version}, <ChangedBy change={policy} />
      </p>
    </li>
  );
}
