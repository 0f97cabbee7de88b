import type { Observation } from '@inkling/engine';
import { Pencil, Pin, PinOff, Shield, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useChange } from '../api/use-operation.ts';
import { Button } from '../ui/form/button.tsx';
import { Confirm } from '../ui/form/confirm.tsx';
import { SelectField, TextArea } from '../ui/form/field.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';

const CLASSES = [
  ['public', 'Public'],
  ['internal', 'Internal'],
  ['confidential', 'Confidential: stays in its project'],
  ['restricted', 'Restricted: needs clearance'],
] as const;

const READS = ['getObservation', 'listObservations', 'countObservations', 'recall'] as const;

/** What a person can do with a memory: correct it, pin it, classify it, forget it. */
export function ObservationActions({ observation }: { readonly observation: Observation }): ReactNode {
  const pin = useChange('pinObservation', {
    changes: READS,
    say: ({ observation: { pinned } }) => (pinned ? 'Pinned.' : 'No longer pinned.'),
  });
  const classify = useChange('classifyObservation', {
    changes: READS,
    say: ({ observation: { classification } }) => `It is ${classification} now.`,
  });
  if (observation.supersededBy !== null) return <Forget observation={observation} />;
  const { id, pinned } = observation;
  return (
    <>
      <Edit observation={observation} />
      <Button
        icon={pinned ? <PinOff size={14} aria-hidden /> : <Pin size={14} aria-hidden />}
        aria-pressed={pinned}
        onClick={() => pin.mutate({ params: { id }, body: { pinned: !pinned } })}
      >
        {pinned ? 'Unpin' : 'Pin'}
      </Button>
      <FormDialog
        trigger="Classify"
        icon={<Shield size={14} aria-hidden />}
        title="Who may see it?"
        verb="Classify"
        onSubmit={(form) =>
          classify.mutate({
            params: { id },
            body: { classification: String(form.get('classification')) as Observation['classification'] },
          })
        }
      >
        <SelectField
          label="Classification"
          name="classification"
          defaultValue={observation.classification}
          options={CLASSES}
        />
      </FormDialog>
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
