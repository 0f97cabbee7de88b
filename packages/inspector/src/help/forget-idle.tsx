import type { DidItHelp } from '@inkling/engine/types';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useChange } from '../api/use-operation.ts';
import { VisibleText } from '../text/visible-text.tsx';
import { Confirm } from '../ui/form/confirm.tsx';
import { useNotify } from '../ui/notify.ts';

/** One button that forgets what was shown in vain, after it has said what that is. */
export function ForgetIdle({ rows }: { readonly rows: DidItHelp['idle'] }): ReactNode {
  const notify = useNotify();
  const forget = useChange('forget', { changes: ['didItHelp', 'listObservations', 'recall'], say: () => null });
  const all = async (): Promise<void> => {
    const ended = await Promise.allSettled(rows.map(({ id }) => forget.mutateAsync({ body: { id } })));
    const forgotten = ended.filter(({ status }) => status === 'fulfilled').length;
    if (forgotten > 0)
      notify({ tone: 'good', text: forgotten === 1 ? 'Forgotten.' : `${forgotten} memories forgotten.` });
  };
  const them = rows.length === 1 ? 'this memory' : `these ${rows.length} memories`;
  return (
    <Confirm
      trigger={`Forget ${them}`}
      triggerKind="danger"
      icon={<Trash2 size={14} aria-hidden />}
      small
      disabled={forget.isPending}
      title={`Forget ${them}?`}
      verb="Forget for good"
      onConfirm={() => void all()}
    >
      <ul>
        {rows.map(({ id, excerpt }) => (
          <li key={id} className="clamp-2">
            <VisibleText>{excerpt}</VisibleText>
          </li>
        ))}
      </ul>
      Their text leaves every table, the queue and the indexes. Logs keep their ids. This cannot be undone.
    </Confirm>
  );
}
