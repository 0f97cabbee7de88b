import type { Clock } from '../../base/clock.ts';
import { logged } from '../../base/database/change-chain.ts';
import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { InklingError, experimentNotFound } from '../../base/errors.ts';
import { requireId, requireInput, requireObject } from '../../base/require-input.ts';
import { uuidv7 } from '../../base/uuid.ts';
import { reportExperiment, type ExperimentFindings, type ExperimentSession } from './experiment-report.ts';

/** A project that gives a share of its sessions no memory, for a while. Moments are ISO-8601 UTC. */
export interface Experiment {
  readonly id: string;
  readonly projectId: string | null;
  /** The share of sessions that go without. */
  readonly withhold: number;
  readonly startedBy: string;
  readonly startedAt: string;
  readonly stoppedBy: string | null;
  /** null = it runs. */
  readonly stoppedAt: string | null;
}

/** An experiment and what it shows. */
export interface ExperimentReport extends ExperimentFindings {
  readonly experiment: Experiment;
}

/** Who starts or stops one: the change log has it. */
export interface ExperimentActor {
  readonly actor: string;
}

/**
 * Hold-out: does memory help this project? A share of its sessions goes without, chosen by a hash when they are created; what they would have been shown is
 * logged and not delivered. Contract 10.
 */
export interface ExperimentStore {
  /** Those of a project (null = of sessions that belong to none), newest first, at most 100. (Default: of all projects) */
  list(projectId?: string | null): Promise<readonly Experiment[]>;
  /**
   * Begins one: of the sessions that are created from now on, the share `withhold` (more than 0, at most 0.9) goes without memory. Fails with
   * `experiment-running` when the project has one, and with `invalid-input`.
   */
  start(projectId: string | null, withhold: number, options: ExperimentActor): Promise<Experiment>;
  /** Ends it: sessions from now on get memory, resumed ones too; those under way keep to what they began with. Fails with `experiment-not-found`. */
  stop(projectId: string | null, options: ExperimentActor): Promise<Experiment>;
  /** What the newest one of a project, or the one of an id, shows so far. Fails with `experiment-not-found`. */
  report(projectId: string | null, id?: string): Promise<ExperimentReport>;
}

const COLUMNS = `id, nullif(project_id, '') as "projectId", withhold, started_by as "startedBy", started_at as "startedAt",
  stopped_by as "stoppedBy", stopped_at as "stoppedAt"`;

/** Binds the experiments of one organisation. */
export function createExperimentStore(tenant: TenantDatabase, clock: Clock): ExperimentStore {
  const { orgId } = tenant;
  return {
    list: (projectId) => listExperiments(tenant, projectId),
    async start(projectId, withhold, by) {
      const actor = actorOf(by);
      const valid = typeof withhold === 'number' && withhold > 0 && withhold <= 0.9;
      requireInput(valid, 'withhold', 'a number above 0 and at most 0.9');
      const now = clock.now();
      const values = [orgId, projectColumn(projectId), uuidv7(now), actor, uuidv7(now), withhold];
      const [started] = await logged<Experiment & Row>(tenant, { text: START, values });
      if (started) return started;
      throw new InklingError('experiment-running', 'An experiment already runs in this project.', {
        hint: 'Stop it first: org.experiments.stop, or inkling experiment stop.',
      });
    },
    async stop(projectId, by) {
      const actor = actorOf(by);
      const values = [orgId, projectColumn(projectId), uuidv7(clock.now()), actor];
      const [stopped] = await logged<Experiment & Row>(tenant, { text: STOP, values });
      if (stopped) return stopped;
      throw experimentNotFound('that runs in this project');
    },
    async report(projectId, id) {
      const known = await listExperiments(tenant, projectId);
      const experiment = id === undefined ? known[0] : known.find((each) => each.id === id);
      if (!experiment) throw experimentNotFound(id === undefined ? 'in this project' : `${id} in this project`);
      const sessions = await tenant.query<ExperimentSession & Row>({ text: SESSIONS, values: [orgId, experiment.id] });
      return { experiment, ...reportExperiment(sessions, experiment.withhold) };
    },
  };
}

function actorOf(by: ExperimentActor): string {
  requireObject(by, 'options');
  requireId(by.actor, 'actor');
  return by.actor;
}

function listExperiments(tenant: TenantDatabase, projectId?: string | null): Promise<(Experiment & Row)[]> {
  return tenant.query<Experiment & Row>({
    text: `
      select ${COLUMNS} from experiments where org_id = $1 and ($2::text is null or project_id = $2)
      order by started_at desc, id desc limit 100`,
    values: [tenant.orgId, projectId === undefined ? null : projectColumn(projectId)],
  });
}

/** '' is how a query string names no project. */
function projectColumn(projectId: string | null): string {
  if (projectId !== null && projectId !== '') requireId(projectId, 'projectId');
  return projectId ?? '';
}

const START = `
  with made as (
    insert into experiments (org_id, id, project_id, withhold, started_by) values ($1, $3, $2, $6, $4)
    on conflict do nothing returning *
  ), noted as (
    insert into config_changes (org_id, id, actor, subject, field, old_value, new_value, created_at)
    select $1, $5, $4, 'project:' || $2, 'experiment', null, jsonb_build_object('id', id, 'withhold', withhold), clock_timestamp() from made
  )
  select ${COLUMNS} from made`;

const STOP = `
  with stopped as (
    update experiments set stopped_at = clock_timestamp(), stopped_by = $4 where org_id = $1 and project_id = $2 and stopped_at is null returning *
  ), noted as (
    insert into config_changes (org_id, id, actor, subject, field, old_value, new_value, created_at)
    select $1, $3, $4, 'project:' || project_id, 'experiment', jsonb_build_object('id', id, 'withhold', withhold), null, clock_timestamp() from stopped
  )
  select ${COLUMNS} from stopped`;

/** No project has more in one experiment; the newest count. */
const MOST_SESSIONS = 20_000;

// What came out of another session is a part of its work. One in which nothing happened is none: nothing was reported, and it got no block and would have got
// none. What it took is known only where it was reported. An action that is no prompt is a tool call.
const SESSIONS = `
  select s.held_out as "heldOut", s.outcome, case when s.activity_seq > 0 then e.corrections end as corrections,
    case when s.activity_seq > 0 then a.calls end as "toolCalls", case when s.activity_seq > 0 then a.tokens + l.tokens end as tokens, a.seconds as "secondsToTest"
  from sessions s cross join lateral (
    select count(*)::int as corrections from session_evidence
    where org_id = $1 and session_id = s.id and source = 'correction' and says <> 'withdrawn'
  ) e cross join lateral (
    select (count(*) filter (where type = 'action' and 'prompt' not in (coalesce(body ->> 'name', ''), coalesce(body ->> 'event', ''))))::int as calls,
      coalesce(sum(length(body::text)) filter (where type in ('action', 'response', 'error', 'thought')), 0)::float8 / 4 as tokens,
      extract(epoch from min(occurred_at) filter (where type = 'context' and body ->> 'key' = 'lastTestRun' and body ->> 'unsure' is distinct from 'true')
        - min(occurred_at))::float8 as seconds
    from session_activities where org_id = $1 and session_id = s.id
  ) a cross join lateral (
    select coalesce(sum(actual_tokens) filter (where shown), 0)::float8 as tokens, coalesce(sum(actual_tokens), 0) > 0 as "hasBlocks"
    from context_injection_logs where org_id = $1 and session_id = s.id
  ) l
  where s.org_id = $1 and s.experiment_id = $2::uuid and s.parent_session_id is null and s.ended_at is not null
    and (s.activity_seq > 0 or l."hasBlocks")
  order by s.created_at desc limit ${MOST_SESSIONS}`;
