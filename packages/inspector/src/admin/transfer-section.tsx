import type { TransferGrant, TransferPair } from '@inkling/engine/types';
import { ArrowRight, Plus, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useChange, useOperation } from '../api/use-operation.ts';
import { ProjectField } from '../projects/project-field.tsx';
import { formatFixed } from '../text/format.ts';
import { Timestamp } from '../text/timestamp.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { Badge } from '../ui/badge.tsx';
import { Confirm } from '../ui/form/confirm.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Meter } from '../ui/meter.tsx';
import { Panel } from '../ui/panel.tsx';

/** Which projects may be shown which other projects' memories, and whether that comes to anything. */
export function TransferSection(): ReactNode {
  const grants = useOperation('listTransferGrants', {});
  const grant = useChange('grantTransfer', {
    changes: ['listTransferGrants', 'whyTransfer', 'listConfigChanges'],
    say: ({ granted }) => (granted ? 'Granted, in this direction only.' : 'It was already granted.'),
  });
  return (
    <Panel
      title="Transfer between projects"
      about="Three things are needed: a grant, similar technologies, and a policy that allows each memory. Confidential and restricted memories never transfer."
      actions={
        <FormDialog
          trigger="New grant"
          icon={<Plus size={14} aria-hidden />}
          title="Let one project learn from another"
          about="In this direction only. It can be revoked."
          verb="Grant it"
          onSubmit={(form) =>
            grant.mutate({
              body: {
                sourceProjectId: String(form.get('source')).trim(),
                destinationProjectId: String(form.get('destination')).trim(),
              },
            })
          }
        >
          <ProjectField label="Memories of" name="source" required maxLength={512} />
          <ProjectField label="are shown in" name="destination" required maxLength={512} />
        </FormDialog>
      }
      flush
    >
      <Loaded query={grants}>
        {({ grants: rows }) =>
          rows.length === 0 ? (
            <EmptyState icon={Share2} title="Nothing is granted">
              Each project learns from its own sessions only.
            </EmptyState>
          ) : (
            <ul className="list">
              {rows.map((row) => (
                <GrantItem key={`${row.sourceProjectId} ${row.destinationProjectId}`} grant={row} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}

function GrantItem({ grant }: { readonly grant: TransferGrant }): ReactNode {
  const { sourceProjectId, destinationProjectId, grantedBy, grantedAt } = grant;
  const revoke = useChange('revokeTransfer', {
    changes: ['listTransferGrants', 'listConfigChanges'],
    say: () => 'Revoked.',
  });
  return (
    <li className="list-item review-item">
      <div className="stack stack-tight">
        <p className="row row-title">
          <VisibleText>{sourceProjectId}</VisibleText>
          <ArrowRight size={14} aria-label="to" />
          <VisibleText>{destinationProjectId}</VisibleText>
        </p>
        <Why pair={{ sourceProjectId, destinationProjectId }} />
        <p className="row-sub">
          granted by {grantedBy}, <Timestamp at={grantedAt} />
        </p>
      </div>
      <Confirm
        trigger="Revoke"
        small
        triggerKind="danger"
        title="Revoke this grant?"
        verb="Revoke it"
        onConfirm={() => revoke.mutate({ body: { sourceProjectId, destinationProjectId } })}
      >
        From the next recall on nothing of {sourceProjectId} is shown in {destinationProjectId}.
      </Confirm>
    </li>
  );
}

function Why({ pair }: { readonly pair: TransferPair }): ReactNode {
  const why = useOperation('whyTransfer', { body: pair });
  if (!why.data) return <span className="faint small">Loading the reason…</span>;
  const { alike, measure, threshold, unknownProjects } = why.data;
  const likeness = why.data[measure];
  return (
    <div className="stack stack-tight small">
      <p className="row">
        <Badge tone={alike ? 'good' : 'warn'}>{alike ? 'in force' : 'no effect'}</Badge>
        <span className="score num">
          <Meter value={likeness} label={`Similarity ${formatFixed(likeness)}`} tone={alike ? 'good' : 'warn'} />
          {formatFixed(likeness)} similar, {formatFixed(threshold)} needed ({measure})
        </span>
      </p>
      {unknownProjects.map((project) => (
        <p key={project} className="muted">
          The technologies of <VisibleText>{project}</VisibleText> are not known.
        </p>
      ))}
    </div>
  );
}
