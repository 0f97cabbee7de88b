import type { Observation } from '@inkling/engine';
import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useChange } from '../api/use-operation.ts';
import { Confirm } from '../ui/confirm.tsx';
import { TextArea } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';

const READS = ['getObservation', 'listObservations', 'countObservations', 'recall'] as const;

/** What a person can do with a memory: correct it, pin it, classify it, forget it. */
export function ObservationActions({ observation }: { readonly observation: Observation }): ReactNode {
  if (observation.supersededBy !== null) return <Forget observation={observation} />;
  return (
    <>
      <Edit observation={observation} />
      <Forget observation={observation} />
    </>
  );
}

function Edit({ observation }: { readonly observation: Observation }): ReactNode {
  const [, navigate] = useLocation();
  const supersede = useChange('supersede', {
    changes: READS,
    say: ({ outcome }) => (outcome === 'superseded' ? 'Corrected. The old statement is never recalled again.' : null),
    after: ({ id }) => navigate(`/memory/${id}`),
  });
  return (
    <FormDialog
      trigger="Correct"
      icon={<Pencil size={14} aria-hidden />}
      title="Correct this memory"
      about="The new statement takes the old one's place. Sessions that were given the old one are told."
      verb="Save the correction"
      onSubmit={(form) =>
        supersede.mutate({ params: { id: observation.id }, body: { content: String(form.get('content')) } })
      }
    >
      <TextArea label="What it says" name="content" defaultValue={observation.content} required />
    </FormDialog>
  );
}

function Forget({ observation }: { readonly observation: Observation }): ReactNode {
  const [, navigate] = useLocation();
  const forget = useChange('forget', {
    changes: READS,
    say: () => 'Forgotten.',
    after: () => navigate('/memory'),
  });
  return (
    <Confirm
      trigger="Forget"
      triggerKind="danger"
      icon={<Trash2 size={14} aria-hidden />}
      title="Forget this memory?"
      verb="Forget it for good"
      onConfirm={() => forget.mutate({ body: { id: observation.id } })}
    >
      Its text leaves every table, the queue and the indexes. Logs keep its id. This cannot be undone.
    </Confirm>
  );
}
