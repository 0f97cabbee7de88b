import type { TenantDatabase } from '../../src/base/database/database.ts';
import { purgeBefore } from '../../src/base/database/purge-before.ts';
import { analyticsWindow } from '../../src/memory/insight/analytics-window.ts';
import { budgetTraces } from '../../src/memory/insight/budget-change.ts';
import { contextBudgetPoints } from '../../src/memory/insight/context-budget-points.ts';
import { directoryCoverage } from '../../src/memory/insight/directory-coverage.ts';
import { retrievalImpact, weightMovement } from '../../src/memory/insight/feedback-impact.ts';
import { memoriesOfChangedFiles, memoriesOfVanishedFiles } from '../../src/memory/insight/file-drift.ts';
import { listProjects, listStatements } from '../../src/memory/insight/list-projects.ts';
import { liveTopology } from '../../src/memory/insight/live-topology.ts';
import { memoryHealth, memoryTrends } from '../../src/memory/insight/memory-health.ts';
import { topObservations } from '../../src/memory/insight/top-observations.ts';
import { latencyHistogram, outcomeShares } from '../../src/memory/insight/verb-latency.ts';
import { listVerbEvents, verbEventStatement } from '../../src/memory/verb-events/verb-event-statements.ts';

/** What people look at. */
export async function insight(tenant: TenantDatabase): Promise<void> {
  const window = analyticsWindow({ projectId: 'project' }, Date.now());
  await liveTopology(tenant, { projectId: 'project' }, Date.now());
  await retrievalImpact(tenant, window);
  await weightMovement(tenant, window);
  await contextBudgetPoints(tenant, window, 'tokens');
  await budgetTraces(tenant, window, { workType: 'feature' });
  await outcomeShares(tenant, window);
  await latencyHistogram(tenant, window);
  await topObservations(tenant, window, { order: 'bottom' });
  await memoriesOfChangedFiles(tenant, window);
  await memoriesOfVanishedFiles(tenant, window);
  await listStatements(tenant, window, 10);
  await directoryCoverage(tenant, window, { under: 'src' });
  await memoryTrends(tenant, window, 'agent');
  await memoryHealth(tenant, window);
  await listProjects(tenant, { after: 'a', limit: 10 });
}

/** What became of tool calls. */
export async function verbEvents(tenant: TenantDatabase): Promise<void> {
  const call = { sessionId: 's', projectId: null, tool: 'Edit', phase: 'post-verb', path: 'src/a.ts' } as const;
  const ending = {
    outcome: 'no-match',
    reason: null,
    elapsedMs: 1,
    lagMs: 0,
    actualTokens: 0,
    degraded: null,
  } as const;
  await tenant.query(
    verbEventStatement(tenant.orgId, [{ ...call, ...ending, observationIds: [], endedAt: Date.now() }]),
  );
  const [event] = await listVerbEvents(tenant, 's');
  await listVerbEvents(tenant, 's', { before: event?.id ?? '' });
  await purgeBefore(tenant, 'session_verb_events', new Date());
}
