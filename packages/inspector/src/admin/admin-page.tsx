import type { ReactNode } from 'react';
import { Page } from '../ui/page.tsx';
import { TabLinks } from '../ui/tab-links.tsx';
import { AuditSection } from './audit-section.tsx';
import { BudgetsSection } from './budgets-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { PoliciesSection } from './policies-section.tsx';
import { ProjectsSection } from './projects-section.tsx';
import { RecallMatrixSection } from './recall-matrix-section.tsx';
import { RetentionSection } from './retention-section.tsx';
import { TransferSection } from './transfer-section.tsx';

const SECTIONS = [
  { id: 'budgets', label: 'Budgets', Section: BudgetsSection },
  { id: 'recall-matrix', label: 'Recall matrix', Section: RecallMatrixSection },
  { id: 'projects', label: 'Projects', Section: ProjectsSection },
  { id: 'policies', label: 'Policies', Section: PoliciesSection },
  { id: 'transfer', label: 'Transfer', Section: TransferSection },
  { id: 'retention', label: 'Retention', Section: RetentionSection },
  { id: 'keys', label: 'API keys', Section: KeysSection },
  { id: 'audit', label: 'Audit', Section: AuditSection },
] as const;

/** What an organisation decides about its memory. */
export function AdminPage({ section }: { readonly section: string }): ReactNode {
  const current = SECTIONS.find(({ id }) => id === section) ?? SECTIONS[0];
  const { Section } = current;
  return (
    <Page title="Administration" about="What memory may cost, where it is on, and who may read what.">
      <TabLinks
        label="Parts of the administration"
        current={current.id}
        tabs={SECTIONS.map(({ id, label }) => ({ id, label, href: `/admin/memory/${id}` }))}
      />
      <Section />
    </Page>
  );
}
