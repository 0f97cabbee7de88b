import { Dialog } from '@base-ui/react/dialog';
import type { ApiKey } from '@inkling/engine/types';
import { KeyRound, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useChange, useOperation } from '../api/use-operation.ts';
import { shortId } from '../text/format.ts';
import { Timestamp } from '../text/timestamp.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/form/button.tsx';
import { Confirm } from '../ui/form/confirm.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { SelectField, TextField } from '../ui/form/field.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';

const ROLES = [
  ['agent', 'Agent: asks and remembers'],
  ['worker', 'Worker: runs sessions, delivers blocks'],
  ['member', 'Member: reads and corrects'],
  ['admin', 'Admin: also sets the configuration'],
  ['operator', 'Operator: runs the machine'],
] as const;

/** The keys with which programs and people on other machines come in. */
export function KeysSection(): ReactNode {
  const [text, setText] = useState<string | null>(null);
  const keys = useOperation('listApiKeys', {});
  const create = useChange('createApiKey', {
    changes: ['listApiKeys'],
    say: () => null,
    after: (key) => setText(key.text),
  });
  const revoke = useChange('revokeApiKey', {
    changes: ['listApiKeys'],
    say: ({ revoked }) => (revoked ? 'Revoked. It is refused within ten seconds.' : 'It was already revoked.'),
  });
  return (
    <Panel
      title="API keys"
      about="Each key belongs to this organisation and can do what its role can, as its agents and in its projects."
      actions={<CreateKey onCreate={(body) => create.mutate({ body })} />}
      flush
    >
      <Loaded query={keys}>
        {({ keys: rows }) =>
          rows.length === 0 ? (
            <EmptyState icon={KeyRound} title="There is no key yet">
              On this machine the token file is enough. Another machine needs a key.
            </EmptyState>
          ) : (
            <DataTable
              label="API keys"
              columns={columnsOf((id) => revoke.mutate({ params: { id } }))}
              rows={rows}
              keyOf={({ id }) => id}
            />
          )
        }
      </Loaded>
      <NewKey text={text} onClose={() => setText(null)} />
    </Panel>
  );
}

function columnsOf(revoke: (id: string) => void): readonly Column<ApiKey>[] {
  return [
    {
      id: 'name',
      head: 'Name',
      grow: true,
      cell: ({ name, id }) => (
        <>
          <span className="row-title">{name}</span>
          <p className="row-sub mono">{shortId(id)}</p>
        </>
      ),
    },
    { id: 'role', head: 'Role', cell: ({ role }) => role },
    {
      id: 'bounds',
      head: 'For',
      cell: ({ agents, projects }) => (
        <>
          <p>{projects === null ? 'all projects' : projects.join(', ')}</p>
          <p className="row-sub">{agents.length === 0 ? 'as itself' : `as ${agents.join(', ')}`}</p>
        </>
      ),
    },
    { id: 'by', head: 'Created by', wideOnly: true, cell: ({ createdBy }) => createdBy },
    { id: 'at', head: 'Created', wideOnly: true, cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
    {
      id: 'state',
      head: 'State',
      cell: ({ id, name, revokedAt }) =>
        revokedAt ? (
          <Badge>revoked</Badge>
        ) : (
          <Confirm
            trigger="Revoke"
            small
            triggerKind="danger"
            title={`Revoke “${name}”?`}
            verb="Revoke it"
            onConfirm={() => revoke(id)}
          >
            Whoever uses it is shut out within ten seconds. It cannot be made valid again.
          </Confirm>
        ),
    },
  ];
}

type KeyRequest = Pick<ApiKey, 'name' | 'role'> & { readonly agents?: string[]; readonly projects?: string[] };

function CreateKey({ onCreate }: { readonly onCreate: (key: KeyRequest) => void }): ReactNode {
  return (
    <FormDialog
      trigger="New key"
      icon={<Plus size={14} aria-hidden />}
      title="A new API key"
      verb="Create key"
      onSubmit={(form) => onCreate(keyOf(form))}
    >
      <TextField label="What is it for?" name="name" required maxLength={512} placeholder="CI of the payments team" />
      <SelectField label="Role" name="role" options={ROLES} />
      <TextField
        label="Agents"
        name="agents"
        placeholder="claude-code, codex"
        hint="Those that its holder acts as. Without one it acts as itself and runs no agent’s session."
      />
      <TextField label="Projects" name="projects" placeholder="api, web-shop" hint="Without one it has all." />
    </FormDialog>
  );
}

function keyOf(form: FormData): KeyRequest {
  const listed = (field: string): string[] =>
    String(form.get(field))
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  const [agents, projects] = [listed('agents'), listed('projects')];
  return {
    name: String(form.get('name')),
    role: String(form.get('role')) as ApiKey['role'],
    ...(agents.length === 0 ? {} : { agents }),
    ...(projects.length === 0 ? {} : { projects }),
  };
}

function NewKey({ text, onClose }: { readonly text: string | null; readonly onClose: () => void }): ReactNode {
  return (
    <Dialog.Root open={text !== null} onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="dialog-title">Keep this key</Dialog.Title>
          <Dialog.Description className="dialog-text">
            It is shown once. Only a hash of it is stored.
          </Dialog.Description>
          <div className="row secret">
            <code>{text}</code>
            <CopyButton text={text ?? ''} label="Copy the key" />
          </div>
          <div className="dialog-actions">
            <Dialog.Close render={<Button kind="primary" />}>I have it</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
